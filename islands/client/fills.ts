import { delegate, findElements } from './page.ts'

/**
 * Buttons that write: its own value into the box of its form that it names, or into each box of its section all that is left.
 * A box that follows a choice takes what goes with it, until somebody writes into it.
 */
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
  delegate('change', 'select[name]', (select) => {
    const { form, name, value } = select as HTMLSelectElement
    for (const box of form ? findElements<HTMLInputElement>('[data-follows]', form) : [])
      if (box.dataset.follows === name) follow(box, value)
  })
}

function follow(box: HTMLInputElement, choice: string): void {
  if (box.value !== (box.dataset.followed ?? box.defaultValue)) return
  const byChoice: Record<string, string> = JSON.parse(box.dataset.followings ?? '{}')
  box.value = byChoice[choice] ?? ''
  box.dataset.followed = box.value
  box.dispatchEvent(new Event('input', { bubbles: true }))
}
