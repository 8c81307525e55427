import { CORRECT_MARKED } from '#views/ui/field-rules.ts'
import { focusFirst } from './dialogs.ts'
import { findElement, findElements } from './page.ts'

/** False when a part of it found no place. */
export function placeErrors(form: HTMLElement, errors: HTMLElement): boolean {
  clearErrors(form)
  const sentence = errors.querySelector('p')?.textContent ?? ''
  const items = findElements('li[data-field]', errors)
  const placed = items.filter((item) =>
    placeAtControl(form, item.dataset.field ?? '', item.textContent ?? ''),
  )
  const isShownBeside = placed.some((item) => sentence.endsWith(item.textContent ?? ''))
  const isSaid = (item: HTMLElement) => placed.includes(item) || item.textContent === sentence
  for (const item of items.filter(isSaid)) item.remove()
  for (const list of findElements('ul', errors)) list.hidden = items.every(isSaid)
  // Said beside the field in the same words, it need not be said twice.
  const summary = findElement('[data-errors-here]', form)
  const hasMore = !isShownBeside || placed.length < items.length
  if (hasMore) summary?.replaceChildren(errors)
  revealTab(form)
  if (findElement('[aria-invalid=true]', form)) focusFirst(form)
  // What is said can lie below the fold where its field does not.
  const said = findElement('p.error[data-placed]', form) ?? findElement('.formerrors', form)
  said?.scrollIntoView({ block: 'nearest' })
  return summary !== null || (items.length > 0 && placed.length === items.length)
}

/** True when the message found its place, so that the summary need not repeat it. */
function placeAtControl(form: HTMLElement, name: string, text: string): boolean {
  const selector = `[name="${CSS.escape(name)}"]:not([type=radio]), input[data-field="${CSS.escape(name)}"]`
  const named =
    findElement<HTMLInputElement>(selector, form) ?? (name === 'lines' ? firstQuantity(form) : null)
  const control = named?.closest('[data-picker]')?.querySelector<HTMLInputElement>('[role=combobox]') ?? named
  if (!control) return placeInRadios(form, name, text)
  // Someone saved first: the version to save on top of.
  if (control.type === 'hidden') {
    const isVersion = control.dataset.version !== undefined
    if (isVersion) control.value = text
    return isVersion
  }
  if (text.endsWith(`: ${control.value}`)) return true
  sayAtControl(control, text)
  return true
}

/** Until something else stands in the field. */
export function sayAtControl(control: HTMLElement, text: string): void {
  findElement(`#${CSS.escape(control.id)}-error`)?.remove()
  const message = document.createElement('p')
  message.className = 'error'
  message.dataset.placed = ''
  message.id = `${control.id}-error`
  message.textContent = text
  const beside =
    control.closest('.affixed, .picker, .stepper, .amount') ?? control.closest('.checkbox label') ?? control
  beside.after(message)
  control.setAttribute('aria-invalid', 'true')
  describe(control, message.id)
  const read = findElement('output[data-read]', control.parentElement ?? undefined)
  if (read?.textContent === text) read.textContent = ''
  control.closest('.field')?.classList.add('wrong')
  control.closest('details')?.setAttribute('open', '')
}

/** Where no row was filled, the first of them waits for its quantity. */
const firstQuantity = (form: HTMLElement) =>
  findElements<HTMLInputElement>(
    'input:is([name=quantity], [name$=".quantity"]):not([type=hidden])',
    form,
  ).find((input) => input.checkVisibility()) ?? null

/** Of several radios none is the wrong one: the message stands under what they are asked for. */
function placeInRadios(form: HTMLElement, name: string, text: string): boolean {
  const group = findElement(`[type=radio][name="${CSS.escape(name)}"]`, form)?.closest('fieldset')
  if (!group) return false
  const message = document.createElement('p')
  message.className = 'error'
  message.dataset.placed = ''
  message.id = `f-${name}-error`
  message.textContent = text
  group.querySelector('legend')?.after(message)
  group.classList.add('wrong')
  describe(group, message.id)
  return true
}

/** What was said of a field is no longer true once something else stands in it. */
export function watchCorrections(): void {
  document.addEventListener('input', clearPlaced)
  // A picker's: what it sends is set by its list.
  document.addEventListener('change', (event) => {
    if ((event.target as HTMLInputElement).type === 'hidden') clearPlaced(event)
  })
}

/** What an island drew is its own. */
function clearPlaced({ target }: Event): void {
  const field = target instanceof Element && target.closest<HTMLElement>('.field, fieldset.wrong')
  if (!field || !findElement('p[data-placed]', field)) return
  clearErrors(field)
  field.classList.remove('wrong')
  for (const summary of findElements('[data-errors-here]')) hideIfCorrected(summary)
}

/** It speaks of marks, of which there may be none any more. */
function hideIfCorrected(summary: HTMLElement): void {
  const form = summary.parentElement
  if (!form || findElement('p', summary)?.textContent !== CORRECT_MARKED) return
  const isSaidHere = findElements('li', summary).some((item) => item.checkVisibility())
  if (!isSaidHere && !findElement('p[data-placed]', form)) summary.replaceChildren()
}

/** Of all fields within. */
export function clearErrors(form: HTMLElement): void {
  for (const old of findElements('p.error[id$="-error"], .formerrors', form)) old.remove()
  for (const control of findElements('[aria-invalid]', form)) {
    control.removeAttribute('aria-invalid')
    describe(control)
  }
  for (const field of findElements('.field.wrong, fieldset.wrong', form)) {
    field.classList.remove('wrong')
    if (field.matches('fieldset')) describe(field)
  }
}

/** Of a time or a figure, the hint gives way to what is wrong. */
function describe(control: HTMLElement, error?: string): void {
  const givesWay = control.matches('[data-minutes], [data-decimal]')
  const hint = givesWay ? findElement(`#${CSS.escape(control.id)}-hint`) : null
  if (hint) hint.hidden = error !== undefined
  const others = control
    .getAttribute('aria-describedby')
    ?.split(' ')
    .filter((id) => !id.endsWith('-error') && id !== hint?.id)
  const said = [error, ...(others ?? []), error === undefined && hint?.id]
  control.setAttribute('aria-describedby', said.filter(Boolean).join(' '))
}

/** A wrong field behind a tab would be a riddle. */
function revealTab(form: HTMLElement): void {
  const panel = findElement('[aria-invalid=true], fieldset.wrong', form)?.closest<HTMLElement>(
    '[role=tabpanel][hidden]',
  )
  if (panel) findElement(`[aria-controls="${panel.id}"]`)?.click()
}
