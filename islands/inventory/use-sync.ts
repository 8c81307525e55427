import { useState } from 'react'
import { call, errorMessage, isRefusal } from '#islands/lib/call.ts'
import { showSnackbar } from '#islands/lib/snackbar.ts'
import type { SyncedItem } from '#server/domains/catalogue/inventory/types.ts'

export function useSync(onDone: () => void) {
  const [running, setRunning] = useState(false)
  const [result, setResult] = useState<readonly SyncedItem[]>()

  async function start(platform: 'xero' | 'marss'): Promise<void> {
    if (running) return
    setRunning(true)
    try {
      const { data, message = '' } =
        platform === 'marss'
          ? await call<SyncedItem[]>('GET', '/api/inventory/marss/sync')
          : await call<SyncedItem[]>('POST', '/api/inventory/sync?platform=xero')
      if (data.length === 0) showSnackbar({ level: 'info', message })
      else setResult(data)
      onDone()
    } catch (error) {
      // Not connected is the state of things; a failure is one.
      const level = isRefusal(error) && error.code === 'notconnected' ? 'warning' : 'error'
      showSnackbar({ level, message: errorMessage(error) })
    } finally {
      setRunning(false)
    }
  }

  return {
    running,
    result,
    start: (platform: 'xero' | 'marss') => void start(platform),
    close: () => setResult(undefined),
  }
}
