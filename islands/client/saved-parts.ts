import { findElement, findElements } from './page.ts'

declare global {
  interface DocumentEventMap {
    /** `what`: its name, where that is not the section of the dialog that is shown. */
    'joblane:partsaved': CustomEvent<{ what?: string } | null>
  }
}

/** What Cancel does not take back: by dialog, what was saved in it since it was opened. */
const saved = new WeakMap<HTMLDialogElement, Set<string>>()

export const savedParts = (dialog: HTMLDialogElement): readonly string[] => [...(saved.get(dialog) ?? [])]

/** Once a part was saved, nothing in the dialog says Cancel. */
export function watchSavedParts(): void {
  document.addEventListener('joblane:partsaved', ({ detail }) => {
    const dialogs = findElements<HTMLDialogElement>('dialog:modal')
    // A picker tells what it made by its name, once its small form is closed.
    if (findElement('form[data-create]', dialogs.at(-1))) return
    const dialog = dialogs.findLast((one) => findElement('form[data-guard]', one))
    if (dialog) keep(dialog, detail?.what)
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

function keep(dialog: HTMLDialogElement, what = shownSection(dialog)): void {
  const parts = saved.get(dialog) ?? new Set()
  saved.set(dialog, parts.add(what))
  rename(dialog)
}

function rename(dialog: HTMLElement): void {
  const button = findElement('.foot [data-close]', dialog)
  if (button?.textContent === 'Cancel') button.textContent = 'Close'
}

const shownSection = (dialog: HTMLElement): string =>
  findElement('[role=tab][aria-selected=true]', dialog)?.firstChild?.textContent ?? 'what was done here'
