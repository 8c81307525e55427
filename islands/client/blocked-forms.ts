import { delegate, findElement, findElements } from './page.ts'
import { hasChanges } from './unsaved-changes.ts'

/** What is being asked for anew is not known to be in the way any more. */
const BLOCKS = '[data-blocks]:not(.htmx-request *)'
/** Is in the way until something is typed in it; a draft may be saved without. */
const EMPTY = 'input[data-blocks-empty]'

const findEmpty = (form: HTMLFormElement) =>
  findElements<HTMLInputElement>(EMPTY, form).find(({ value }) => !value.trim())

/** A form whose own words say that it would be refused asks nothing: its button leads to them. */
export function watchBlockedForms(): void {
  document.addEventListener('htmx:after:swap', mark)
  document.addEventListener('submit', leadThere, true)
  delegate('input', EMPTY, mark)
  mark()
}

function mark(): void {
  for (const button of findElements<HTMLButtonElement>('button[type=submit]')) {
    const { form } = button
    const isBlocked = form !== null && Boolean(findElement('[data-blocks]', form) ?? findEmpty(form))
    if (isBlocked) button.ariaDisabled = 'true'
    else if (button.ariaDisabled) button.ariaDisabled = null
  }
}

function leadThere(event: SubmitEvent): void {
  const form = event.target
  if (!(form instanceof HTMLFormElement)) return
  const blocks = findElement(BLOCKS, form) ?? findNeeded(form)
  if (!blocks) return
  event.preventDefault()
  event.stopImmediatePropagation()
  const control = blocks.matches(EMPTY) ? blocks : findElement('a', blocks)
  if (!control) blocks.tabIndex = -1
  ;(control ?? blocks).focus()
}

/** What is typed elsewhere may need it no more: that is saved first, which shows. */
const findNeeded = (form: HTMLFormElement) =>
  hasChanges(form.parentElement ?? form) ? undefined : findEmpty(form)
