import { messages } from './messages.ts'
import { findElement, topDialog } from './page.ts'
import { snackbar } from './snackbars.ts'

export function watchOnline(): void {
  window.addEventListener('offline', () => {
    banner(true)
    // The banner says it, where no dialog lies over it.
    if (topDialog()) snackbar({ level: 'warning', message: messages.offline })
  })
  window.addEventListener('online', () => {
    banner(false)
    snackbar({ level: 'success', message: messages.online })
  })
  banner(!navigator.onLine)
}

function banner(shown: boolean): void {
  const element = findElement('#offline')
  if (element) element.hidden = !shown
}
