import { findElements } from './page.ts'

/**
 * A form that is in view takes what is scanned, as if it was typed into the field that it names; with
 * `data-scanbehind` also when a dialog without such a form is over it.
 */
export function watchScanTargets(): void {
  document.addEventListener('joblane:scan', (event) => {
    const dialogs = findElements<HTMLDialogElement>('dialog:modal')
    const around = dialogs.findLast(({ id }) => id !== 'scan') ?? document
    const form = visibleTarget(TARGET, around) ?? visibleTarget(`${TARGET}[data-scanbehind]`, document)
    const field = form?.elements.namedItem(form.dataset.scanto ?? '')
    if (!(field instanceof HTMLInputElement)) return
    event.preventDefault()
    dialogs.find(({ id }) => id === 'scan')?.close()
    field.value = (event as CustomEvent<{ code: string }>).detail.code
    form?.requestSubmit()
  })
  // What was taken makes room for the next.
  document.addEventListener('htmx:after:request', ({ detail: { ctx } }) => {
    const form = ctx.sourceElement
    if (!(form instanceof HTMLFormElement) || !form.matches(TARGET) || (ctx.response?.status ?? 500) >= 400)
      return
    const field = fieldOf(form)
    if (field) field.value = ''
  })
}

const TARGET = 'form[data-scanto]'

const visibleTarget = (selector: string, around: ParentNode) =>
  findElements<HTMLFormElement>(selector, around).find((one) => one.checkVisibility())

function fieldOf(form: HTMLFormElement): HTMLInputElement | undefined {
  const field = form.elements.namedItem(form.dataset.scanto ?? '')
  return field instanceof HTMLInputElement ? field : undefined
}
