import { delegate, findElement } from './page.ts'
import { snackbar } from './snackbars.ts'

export function watchCopy(): void {
  delegate('focusin', '[data-selects]', (field) => (field as HTMLInputElement).select())
  delegate('click', '[data-copy]', (button) => void copy(button))
}

async function copy(button: HTMLElement): Promise<void> {
  const field = button.parentElement && findElement<HTMLInputElement>('[data-selects]', button.parentElement)
  if (!field) return
  await copyText(field.value, () => field.focus())
}

/** Without https a browser keeps its clipboard to itself: then the text stands selected, ready to be copied by hand. */
export async function copyText(text: string, select: () => void): Promise<void> {
  select()
  const done = await navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  )
  snackbar(
    done
      ? { level: 'success', message: 'Copied' }
      : { level: 'info', message: 'Selected: press Ctrl+C to copy it.' },
  )
}
