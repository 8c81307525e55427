import { useState } from 'react'
import type { SnackbarOptions } from '#islands/client/api.ts'
import { type ApiReply, call, errorMessage, isRefusal } from '#islands/lib/call.ts'
import { showSnackbar } from '#islands/lib/snackbar.ts'
import type { SyncedItem } from '#server/domains/catalogue/inventory/types.ts'

export type SyncPlatform = 'marss' | 'xero'

/** The connection may have ended since the page was loaded. */
const sayRefused = (error: unknown): SnackbarOptions =>
  isRefusal(error) && error.code === 'notconnected'
    ? {
        level: 'warning',
        message: `${error.message}. Whoever manages the account connects it on the page of Xero.`,
      }
    : { level: 'error', message: errorMessage(error) }

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
      showSnackbar(sayRefused(error))
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
