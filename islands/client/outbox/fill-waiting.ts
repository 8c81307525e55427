import { findElements } from '../page.ts'
import { takeAsSaved } from '../unsaved-changes.ts'
import type { WaitingChange } from './store.ts'

/** A figure that waits stands in its field, as one does that is saved. What is being typed stays. */
export function fillWaiting(own: readonly WaitingChange[]): void {
  for (const form of findElements<HTMLFormElement>('form[data-then]')) {
    const last = own.findLast(({ group }) => group === form.dataset.group)
    const figures = findElements<HTMLInputElement>('input[data-decimal]', form)
    if (!last || figures.some(({ value, defaultValue }) => value !== defaultValue)) continue
    for (const [name, value] of last.fields) if (typeof value === 'string') fill(form, name, value)
    takeAsSaved(form)
  }
}

function fill(form: HTMLFormElement, name: string, value: string): void {
  const control = form.elements.namedItem(name)
  if (control instanceof HTMLSelectElement)
    for (const option of control.options) option.defaultSelected = option.value === value
  if (!(control instanceof HTMLInputElement) || control.defaultValue === value) return
  control.defaultValue = value
  control.value = value
  // Another figure takes its place, and is not added to it.
  if (document.activeElement === control) control.select()
}
