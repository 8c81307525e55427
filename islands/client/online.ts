import { find } from './page.ts'
import { snackbar } from './snackbars.ts'
import { words } from './words.ts'

/** Says when the network goes and when it is back; the banner stays for as long as it is gone. */
export function watchOnline(): void {
  window.addEventListener('offline', () => {
    banner(true)
    snackbar({ level: 'warning', message: words.offline })
  })
  window.addEventListener('online', () => {
    banner(false)
    snackbar({ level: 'success', message: words.online })
  })
  banner(!navigator.onLine)
}

function banner(shown: boolean): void {
  const element = find('#offline')
  if (element) element.hidden = !shown
}
