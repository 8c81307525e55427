import { askHealth } from './captive-portal.ts'
import { messages } from './messages.ts'
import { findElement, topDialog } from './page.ts'
import { snackbar } from './snackbars.ts'

export function watchOnline(): void {
  window.addEventListener('offline', () => {
    showOffline(true)
    // The banner says it, where no dialog lies over it.
    if (topDialog()) snackbar({ level: 'warning', message: messages.offline })
  })
  window.addEventListener('online', () => void greetLine())
  showOffline(!navigator.onLine)
}

/** A network is no line yet: it may lead nowhere, or ask to be signed in to. */
async function greetLine(): Promise<void> {
  if (!(await askHealth())) return showOffline(true)
  showOffline(false)
  snackbar({ level: 'success', message: messages.online })
  document.dispatchEvent(new CustomEvent('joblane:line'))
}

export function showOffline(shown: boolean): void {
  const element = findElement('#offline')
  if (element) element.hidden = !shown
}
