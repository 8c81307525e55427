import { messages } from './messages.ts'
import { findElement, topDialog } from './page.ts'
import { snackbar } from './snackbars.ts'

export function watchOnline(): void {
  window.addEventListener('offline', () => {
    showOffline(true)
    // The banner says it, where no dialog lies over it.
    if (topDialog()) snackbar({ level: 'warning', message: messages.offline })
  })
  window.addEventListener('online', () => {
    showOffline(false)
    snackbar({ level: 'success', message: messages.online })
  })
  showOffline(!navigator.onLine)
}

export function showOffline(shown: boolean): void {
  const element = findElement('#offline')
  if (element) element.hidden = !shown
}
