import { useState } from 'react'
import { type ApiReply, call, errorMessage } from '#islands/lib/call.ts'
import { showSnackbar } from '#islands/lib/snackbar.ts'
import type { SyncedItem } from '#server/domains/catalogue/inventory/types.ts'

export type SyncPlatform = 'marss' | 'xero'

export function useSync(onDone: () => void) {
  const [running, setRunning] = useState(false)
  const [result, setResult] = useState<ApiReply<SyncedItem[]>>()

  async function start(platform: SyncPlatform): Promise<void> {
    if (running) return
    setRunning(true)
    try {
      const answer = await call<SyncedItem[]>('POST', `/api/inventory/sync?platform=${platform}`, {})
      if (answer.data.length === 0 && !answer.leftout)
        showSnackbar({ level: 'info', message: answer.message ?? '' })
      else setResult(answer)
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
