import { LONG_MINUTES, sayLongTime } from '#views/ui/long-time.ts'
import { findMinutesFault, parseTypedMinutes } from '#views/ui/parse-minutes.ts'
import { hasInk, NO_INK } from '#views/ui/stroke-path.ts'
import { fileFault } from '../file-fault.ts'
import { placeErrors } from '../forms.ts'
import { makeElement } from '../make-element.ts'
import { findElement, findElements } from '../page.ts'
import { readStrokes } from '../signature-pad.ts'

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement
type Values = Pick<FormData, 'get'>

/** Whether the form's own fields refuse anything. */
export const hasFaults = (form: HTMLFormElement, values: Values) => findFaults(form, values).length > 0

/** What the form's own fields refuse is said as the server says it, and asked of nobody. True where there is any. */
export function refuseFaults(form: HTMLFormElement, values: Values): boolean {
  const faults = findFaults(form, values)
  if (faults.length > 0) placeErrors(form, drawErrors(faults))
  return faults.length > 0
}

/** What the form's own fields refuse of these values, in the words of the server. */
export function findFaults(form: HTMLFormElement, values: Values): [name: string, words: string][] {
  const faults = new Map<string, string>()
  for (const control of findElements<Control>('input, select, textarea', form)) {
    const value = values.get(control.name)
    const said = !control.disabled && valueFault(control, value)
    if (said && !faults.has(control.name)) faults.set(control.name, said)
  }
  for (const group of findElements('[data-some]', form)) {
    const fields = findElements<HTMLInputElement>('input[data-decimal]', group)
    if (fields.every(({ name }) => isEmpty(values.get(name)))) faults.set('counts', group.dataset.some ?? '')
  }
  return [...faults]
}

const valueFault = (control: Control, value: FormDataEntryValue | null) =>
  value instanceof File ? fileFault(value, control.dataset) : value !== null && faultOf(control, value)

const isEmpty = (value: unknown) => typeof value !== 'string' || value.trim() === ''

function faultOf(control: Control, value: string): string | undefined {
  const { dataset } = control
  if (value.trim() === '') return isNeeded(control) ? (dataset.missing ?? 'This is required.') : undefined
  const { pattern = '', maxLength = -1 } = control as HTMLInputElement
  if (maxLength >= 0 && value.length > maxLength) return `It may have at most ${maxLength} characters.`
  if (pattern && !new RegExp(pattern).test(value)) return dataset.mismatch
  if (dataset.minutes !== undefined) return minutesFault(control, value.trim())
  if (dataset.above && Math.abs(toNumber(value)) > Number(dataset.most)) return dataset.above
  if (dataset.below && toNumber(value) < Number(dataset.least)) return dataset.below
  if (control.parentElement?.matches('[data-signature]'))
    return hasInk(readStrokes(value)?.strokes ?? []) ? undefined : `The signature ${NO_INK}`
  // Of a date, say: in the words of the browser.
  return control.validationMessage || undefined
}

/** What is chosen or drawn is sent by a hidden field. */
const isNeeded = (control: Control) =>
  control.required ||
  control.dataset.missing !== undefined ||
  (control.type === 'hidden' &&
    findElement('[aria-required=true]', control.parentElement ?? control) !== null)

const toNumber = (value: string) => Number(value.replace(/\s/g, '').replace(',', '.'))

function minutesFault(control: Control, typed: string): string | undefined {
  const { least, most } = control.dataset
  const fault = findMinutesFault(typed)
  if (fault) return fault
  const minutes = parseTypedMinutes(typed) ?? 0
  const tick = findElement<HTMLInputElement>('[name=long]', control.form ?? control)
  if (tick && !tick.checked && minutes > LONG_MINUTES) return sayLongTime(minutes)
  const isWithin = minutes >= Number(least ?? 0) && minutes <= Number(most ?? minutes)
  return isWithin ? undefined : 'Enter how long it took, from 1 minute to 24 hours.'
}

/** As the server's `FormErrors`. */
function drawErrors(faults: readonly [name: string, words: string][]): HTMLElement {
  const errors = makeElement('div', '', 'formerrors')
  errors.role = 'alert'
  errors.dataset.formErrors = ''
  const list = makeElement('ul', '')
  for (const [name, words] of faults) {
    const item = makeElement('li', words)
    item.dataset.field = name
    list.append(item)
  }
  const said = makeElement('div', '')
  said.append(makeElement('p', faults[0]?.[1] ?? ''), list)
  const templates = findElement<HTMLTemplateElement>('#snackbar-templates')
  const icon = templates?.content.querySelector('[data-level=error] svg')?.cloneNode(true)
  errors.append(...(icon ? [icon] : []), said)
  return errors
}
