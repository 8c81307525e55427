import { delegate, findElement } from './page.ts'
import { snackbar } from './snackbars.ts'

export function watchCopy(): void {
  delegate('focusin', '[data-selects]', (field) => (field as HTMLInputElement).select())
  delegate('click', '[data-copy]', (button) => void copy(button))
}

async function copy(button: HTMLElement): Promise<void> {
  const field = button.parentElement && findElement<HTMLInputElement>('[data-selects]', button.parentElement)
  if (!field) return
  field.focus()
  // Without https a browser keeps its clipboard to itself: then the text stands selected, ready to be copied by hand.
  const done = await navigator.clipboard?.writeText(field.value).then(
    () => true,
    () => false,
  )
  snackbar(
    done
      ? { level: 'success', message: 'Copied' }
      : { level: 'info', message: 'Selected: press Ctrl+C to copy it.' },
  )
}
