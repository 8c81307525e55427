/**
 * The page on which a client answers: draws the signature, sends the form once, and tells that a person has opened it.
 * Without it the page works as well: then the typed name is the signature.
 */
import { restoreSignature, watchSignaturePads } from './client/signature-pad.ts'

for (const pad of document.querySelectorAll<HTMLElement>('[data-signature]')) {
  pad.hidden = false
  restoreSignature(pad)
}
watchSignaturePads()
showWhatIsWrong()
for (const form of document.querySelectorAll('form')) sendOnce(form)
tellOpened()

function sendOnce(form: HTMLFormElement) {
  let sent = false
  form.addEventListener('submit', (event) => {
    if (sent) event.preventDefault()
    sent = true
    form.setAttribute('aria-busy', 'true')
  })
  // Back from the next page, by the button of the browser.
  window.addEventListener('pageshow', () => {
    sent = false
    form.removeAttribute('aria-busy')
  })
}

/** The box for the signature has only now moved what stands below it. */
function showWhatIsWrong() {
  const wrong = document.querySelector<HTMLElement>(
    '.answer :is([aria-invalid=true], .signaturefield .error)',
  )
  wrong?.scrollIntoView({ block: 'center' })
  wrong?.focus({ preventScroll: true })
}

/** Programs that look into links run no script: what they open is not told. */
function tellOpened() {
  const address = document.querySelector<HTMLElement>('[data-opened]')?.dataset.opened
  if (address) void fetch(address, { method: 'POST', keepalive: true }).catch(() => undefined)
}
