import { messages } from './messages.ts'
import { findElement } from './page.ts'
import { snackbar } from './snackbars.ts'

/** Says when the network goes and when it is back; the banner stays for as long as it is gone. */
export function watchOnline(): void {
  window.addEventListener('offline', () => {
    banner(true)
    snackbar({ level: 'warning', message: messages.offline })
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
