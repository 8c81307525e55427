import { delegate, findElements } from './page.ts'

/** Buttons that write: its own value into the box of its form that it names, or into each box of its section all that is left. */
export function watchFills(): void {
  delegate('click', '[data-write]', (button) => {
    if (!(button instanceof HTMLButtonElement)) return
    const box = button.form?.elements.namedItem(button.dataset.write ?? '')
    if (!(box instanceof HTMLInputElement)) return
    box.value = button.value
    box.dispatchEvent(new Event('input', { bubbles: true }))
    box.focus()
  })
  delegate('click', '[data-fill]', (button) => {
    for (const box of findElements<HTMLInputElement>('[data-left]', button.closest('section') ?? document)) {
      box.value = box.dataset.left ?? ''
      box.dispatchEvent(new Event('input', { bubbles: true }))
    }
  })
}
