import { askHealthBriefly } from './captive-portal.ts'
import { messages } from './messages.ts'
import { findElement, topDialog } from './page.ts'
import { snackbar } from './snackbars.ts'

const FIRST_MS = 5_000
const LONGEST_MS = 60_000

let pause = FIRST_MS
let timer: ReturnType<typeof setTimeout> | undefined
/** The newest greeting: one that was overtaken says nothing of a line that is missing. */
let newest = 0

export function watchOnline(): void {
  window.addEventListener('offline', () => {
    newest++
    showOffline(true)
    awaitLine()
    // The banner says it, where no dialog lies over it.
    if (topDialog()) snackbar({ level: 'warning', message: messages.offline })
  })
  window.addEventListener('online', hurry)
  document.addEventListener('visibilitychange', () => {
    if (timer !== undefined && document.visibilityState === 'visible') hurry()
  })
  showOffline(!navigator.onLine)
  if (!navigator.onLine) hurry()
}

/** There is a reason to believe that the line is back, or somebody waits for it. */
function hurry(): void {
  pause = FIRST_MS
  void greetLine()
}

/** Less and less often, until the line is back. */
export function awaitLine(): void {
  clearTimeout(timer)
  timer = setTimeout(() => void greetLine(), pause)
  pause = Math.min(2 * pause, LONGEST_MS)
}

/** A network is no line yet: it may lead nowhere, or ask to be signed in to. */
async function greetLine(): Promise<void> {
  stopGreeting()
  const greeting = ++newest
  const answer = await askHealthBriefly()
  if (greeting !== newest) return
  if (!answer) {
    showOffline(true)
    return awaitLine()
  }
  pause = FIRST_MS
  showOffline(false)
  snackbar({ level: 'success', message: messages.online })
  document.dispatchEvent(new CustomEvent('joblane:line'))
}

function stopGreeting(): void {
  clearTimeout(timer)
  timer = undefined
}

export const saysOffline = () => findElement('#offline')?.hidden === false

export function showOffline(shown: boolean): void {
  if (!shown) stopGreeting()
  const element = findElement('#offline')
  if (element) element.hidden = !shown
}
