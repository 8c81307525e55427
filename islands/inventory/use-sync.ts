import { useState } from 'react'
import { call, errorMessage } from '#islands/lib/call.ts'
import { showSnackbar } from '#islands/lib/snackbar.ts'
import type { SyncedItem } from '#server/domains/catalogue/inventory/types.ts'

export type SyncPlatform = 'marss' | 'xero'

export function useSync(onDone: () => void) {
  const [running, setRunning] = useState(false)
  const [result, setResult] = useState<readonly SyncedItem[]>()

  async function start(platform: SyncPlatform): Promise<void> {
    if (running) return
    setRunning(true)
    try {
      const { data, message = '' } = await call<SyncedItem[]>(
        'POST',
        `/api/inventory/sync?platform=${platform}`,
        {},
      )
      if (data.length === 0) showSnackbar({ level: 'info', message })
      else setResult(data)
      onDone()
    } catch (error) {
      showSnackbar({ level: 'error', message: errorMessage(error) })
    } finally {
      setRunning(false)
    }
  }

  return {
    running,
    result,
    start: (platform: SyncPlatform) => void start(platform),
    close: () => setResult(undefined),
  }
}
