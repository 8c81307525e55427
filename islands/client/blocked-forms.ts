import { findElement, findElements } from './page.ts'

/** What is being asked for anew is not known to be in the way any more. */
const BLOCKS = '[data-blocks]:not(.htmx-request *)'

/** A form whose own words say that it would be refused asks nothing: its button leads to them. */
export function watchBlockedForms(): void {
  document.addEventListener('htmx:after:swap', mark)
  document.addEventListener('submit', leadThere, true)
  mark()
}

function mark(): void {
  for (const button of findElements<HTMLButtonElement>('form button[type=submit]')) {
    const isBlocked = button.form !== null && findElement('[data-blocks]', button.form) !== null
    if (isBlocked) button.ariaDisabled = 'true'
    else if (button.ariaDisabled) button.ariaDisabled = null
  }
}

function leadThere(event: SubmitEvent): void {
  const form = event.target
  const blocks = form instanceof HTMLFormElement && findElement(BLOCKS, form)
  if (!blocks) return
  event.preventDefault()
  event.stopImmediatePropagation()
  const link = findElement('a', blocks)
  if (!link) blocks.tabIndex = -1
  ;(link ?? blocks).focus()
}
