import { delegate, findElement } from './page.ts'

/** Without this script the server counts. */
export function watchSteppers(): void {
  delegate('click', '[data-stepper] button', (button, event) => {
    const form = button.closest('form')
    const box = findElement<HTMLInputElement>(
      'input',
      button.closest<HTMLElement>('[data-stepper]') ?? document,
    )
    const count = Number(box?.value.trim())
    if (!form || !box || !Number.isInteger(count)) return
    event.preventDefault()
    const step = Number(new FormData(form).get('step') ?? 1)
    box.value = String(Math.max(0, count + ((button as HTMLButtonElement).name === 'add' ? step : -step)))
    form.requestSubmit()
  })
}
