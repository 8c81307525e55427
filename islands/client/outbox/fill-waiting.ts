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

/** What each field held before, as it is saved. */
const saved = new WeakMap<HTMLInputElement, string>()

/** What waited there was removed: the field holds again what is saved. What is being typed stays. */
export function emptyFilled(group: string): void {
  for (const form of findElements<HTMLFormElement>('form[data-then]')) {
    if (form.dataset.group !== group) continue
    for (const control of findElements<HTMLInputElement>('input', form)) {
      const before = saved.get(control)
      if (before !== undefined && control.value === control.defaultValue) setSaved(control, before)
    }
    takeAsSaved(form)
  }
}

function fill(form: HTMLFormElement, name: string, value: string): void {
  const control = form.elements.namedItem(name)
  if (control instanceof HTMLSelectElement)
    for (const option of control.options) option.defaultSelected = option.value === value
  if (!(control instanceof HTMLInputElement) || control.defaultValue === value) return
  if (!saved.has(control)) saved.set(control, control.defaultValue)
  setSaved(control, value)
  // Another figure takes its place, and is not added to it.
  if (document.activeElement === control) control.select()
}

function setSaved(control: HTMLInputElement, value: string): void {
  control.defaultValue = value
  control.value = value
}
