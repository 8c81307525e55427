import { readOwnZone } from '#views/format.ts'
import { delegate, findElement, findElements, onTriggered } from './page.ts'
import { snackbar } from './snackbars.ts'

export function watchSignIn(): void {
  delegate('click', '[data-mode-to]', (link, event) => {
    event.preventDefault()
    turnTo(link.dataset.modeTo ?? '')
  })
  document.addEventListener('htmx:before:request', ({ detail: { ctx } }) => wait(ctx.sourceElement))
  document.addEventListener('htmx:after:request', () => done?.())
  document.addEventListener('htmx:error', () => done?.())
  onTriggered('mailsent', backToSignIn)
  const refused = findElement('#nocookies')
  if (refused) refused.hidden = navigator.cookieEnabled
  chooseOwnZone()
}

/** Where the browser knows one that the program knows too. */
function chooseOwnZone(): void {
  const select = findElement<HTMLSelectElement>('select[data-own-zone]')
  const own = readOwnZone()
  if (select && [...select.options].some(({ value }) => value === own)) select.value = own
}

function turnTo(mode: string): void {
  const forms = findElements('[data-mode]')
  const typed = findElement<HTMLInputElement>('[data-mode]:not([hidden]) [type=email]')?.value ?? ''
  for (const form of forms) form.hidden = form.dataset.mode !== mode
  const email = findElement<HTMLInputElement>('[data-mode]:not([hidden]) [type=email]')
  if (!email) return
  if (typed) email.value = typed
  email.dispatchEvent(new Event('input', { bubbles: true }))
  email.focus()
}

/** What was asked for comes by mail; until then there is nothing to fill in but the password. */
function backToSignIn(): void {
  for (const form of findElements<HTMLFormElement>('form[data-wait]')) form.reset()
  findElement('#tab-signin')?.click()
  turnTo('signin')
}

let done: (() => void) | undefined

function wait(element: unknown): void {
  const message = element instanceof HTMLElement ? element.closest<HTMLElement>('form')?.dataset.wait : ''
  if (!message) return
  done?.()
  done = snackbar({ level: 'info', message })
}
