import { delegate } from './page.ts'

const box = 'input[data-decimal][name$=quantity]'

/** The boxes that were focused by a press which is not over. */
const pressed = new WeakSet<HTMLElement>()

/** What is typed takes the place of what stands in the box; the arrows count one up or down. */
export function watchQuantities(): void {
  delegate('focusin', box, (element) => {
    pressed.add(element)
    select(element)
  })
  // The press puts its caret after the focus.
  delegate('click', box, (element) => pressed.delete(element) && select(element))
  delegate('keydown', box, (element, event) => {
    pressed.delete(element)
    const { key, ctrlKey, metaKey, altKey } = event as KeyboardEvent
    if ((key !== 'ArrowUp' && key !== 'ArrowDown') || ctrlKey || metaKey || altKey) return
    event.preventDefault()
    step(element as HTMLInputElement, key === 'ArrowUp' ? 1 : -1)
  })
}

const select = (element: HTMLElement) => (element as HTMLInputElement).select()

function step(field: HTMLInputElement, by: 1 | -1): void {
  if (field.readOnly || field.disabled) return
  const typed = field.value.replace(/\s/g, '').replace(',', '.')
  const count = Number(typed)
  if (Number.isNaN(count)) return
  // As it is typed, to the last decimal: sums of fractions leave a tail.
  const next = Math.max(0, Number((count + by).toFixed(6)))
  field.value = String(next).replace('.', ',')
  field.select()
  field.dispatchEvent(new Event('input', { bubbles: true }))
  field.dispatchEvent(new Event('change', { bubbles: true }))
}
