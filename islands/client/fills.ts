import { delegate, findElements } from './page.ts'

/** A button that writes into each box of its section all that is left. */
export function watchFills(): void {
  delegate('click', '[data-fill]', (button) => {
    for (const box of findElements<HTMLInputElement>('[data-left]', button.closest('section') ?? document)) {
      box.value = box.dataset.left ?? ''
      box.dispatchEvent(new Event('input', { bubbles: true }))
    }
  })
}
