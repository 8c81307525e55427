import { hasChanges } from './changes.ts'
import { askDiscard } from './confirm.ts'
import { openDialog } from './dialogs.ts'
import { snackbar } from './snackbars.ts'
import { words } from './words.ts'

type Found = { url: string; opens: 'dialog' | 'page' }

/** Where a scanned code leads: the page that is open may take it first, by preventing the event. */
export function watchScans(): void {
  document.addEventListener('joblane:scan', (event) => {
    // Listeners that come later may still take it.
    queueMicrotask(() => {
      if (!event.defaultPrevented) void goTo((event as CustomEvent<{ code: string }>).detail.code)
    })
  })
}

async function goTo(code: string): Promise<void> {
  const headers = { accept: 'application/json' }
  const answer = await fetch(`/lookup/scan?code=${encodeURIComponent(code)}`, { headers }).catch(() => null)
  const body = await answer?.json().catch(() => null)
  if (!answer?.ok) {
    snackbar({ level: 'warning', message: body?.message ?? words.unexpected })
    return
  }
  const { url, opens } = body.data as Found
  if (hasChanges() && !(await askDiscard())) return
  if (opens === 'dialog') await openDialog(url)
  else location.assign(url)
}
