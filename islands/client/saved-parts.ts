import { findElement, findElements } from './page.ts'

declare global {
  interface DocumentEventMap {
    'joblane:partsaved': Event
  }
}

/** Dialogs of which something was saved since they were opened: Cancel would not take it back. */
const saved = new WeakSet<HTMLDialogElement>()

export const hasSavedParts = (dialog: HTMLDialogElement): boolean => saved.has(dialog)

/** Once a part was saved, nothing in the dialog says Cancel. */
export function watchSavedParts(): void {
  document.addEventListener('joblane:partsaved', () => {
    const dialogs = findElements<HTMLDialogElement>('dialog:modal')
    // A picker tells of what it made once its small form is closed.
    if (findElement('form[data-create]', dialogs.at(-1))) return
    const dialog = dialogs.findLast((one) => findElement('form[data-guard]', one))
    if (dialog) keep(dialog)
  })
  document.addEventListener('htmx:after:request', ({ detail: { ctx } }) => {
    const dialog = ctx.sourceElement.closest('dialog')
    const stored = (ctx.response?.status ?? 500) < 400 && ctx.request.method !== 'GET'
    if (dialog && stored && !ctx.sourceElement.matches('form[data-guard]')) keep(dialog)
  })
  document.addEventListener('htmx:after:swap', () => {
    for (const dialog of findElements<HTMLDialogElement>('dialog:modal'))
      if (saved.has(dialog)) rename(dialog)
  })
}

function keep(dialog: HTMLDialogElement): void {
  saved.add(dialog)
  rename(dialog)
}

function rename(dialog: HTMLElement): void {
  const button = findElement('.foot [data-close]', dialog)
  if (button?.textContent === 'Cancel') button.textContent = 'Close'
}
