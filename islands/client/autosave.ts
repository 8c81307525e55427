import { findElements } from './page.ts'
import { ALONE } from './standalone-controls.ts'
import { showControl } from './typed-controls.ts'

/** Stands around a field that is saved by itself as it is left, within a form that does not send it. */
export const AUTOSAVED = '[data-autosave]'
const sending = new Set<Element>()

const fieldsIn = (within: ParentNode) => findElements<HTMLInputElement>(`${AUTOSAVED} input`, within)
const isField = (source: Element): source is HTMLInputElement => source.closest(AUTOSAVED) !== null

/** What takes back, or stands by itself beside the paper, waits for no field of it. */
const isOwnAct = (source: Element, method: string) => method === 'DELETE' || source.closest(ALONE) !== null

/** Typed, and refused or not sent yet. */
export const findUnsavedField = (within: ParentNode) =>
  fieldsIn(within).find(({ value, defaultValue }) => value !== defaultValue)

export function watchAutosave(): void {
  document.addEventListener('htmx:config:request', ({ detail: { ctx } }) => {
    if (isField(ctx.sourceElement)) sending.add(ctx.sourceElement)
  })
  document.addEventListener('htmx:finally:request', ({ detail: { ctx } }) =>
    sending.delete(ctx.sourceElement),
  )
  document.addEventListener('htmx:after:request', ({ detail: { ctx } }) => {
    const { sourceElement: field, request, response } = ctx
    if (!isField(field) || (response?.status ?? 500) >= 400) return
    field.defaultValue = new URLSearchParams(request.body as URLSearchParams).get(field.name) ?? ''
  })
  // What goes out with a paper goes on once the field is saved, and not without it.
  document.addEventListener('htmx:before:request', (event) => {
    const { sourceElement, request } = event.detail.ctx
    if (request.method === 'GET' || isField(sourceElement) || isOwnAct(sourceElement, request.method)) return
    // A link that waited for a mail on its way must not be made once its dialog has closed: it is shown once.
    if (sourceElement.closest('.joblink') && !document.contains(sourceElement.closest('dialog')))
      return event.preventDefault()
    const dialog = sourceElement.closest('dialog')
    if (!dialog || !findUnsavedField(dialog)) return
    event.preventDefault()
    void autosaveNow(dialog).then((isSaved) => isSaved && pressAgain(sourceElement))
  })
}

/** Sends what is still typed, and waits for the answer: false where that is a refusal, which then stands at the field. */
export async function autosaveNow(within: ParentNode): Promise<boolean> {
  const field = findUnsavedField(within)
  if (!field) return true
  if (field === document.activeElement) field.blur()
  const isRefused = field.ariaInvalid === 'true' && !sending.has(field)
  if (!isRefused) {
    if (!sending.has(field)) field.dispatchEvent(new Event('change', { bubbles: true }))
    await answered(field)
  }
  const isSaved = !findUnsavedField(within)
  if (!isSaved) showControl(field)
  return isSaved
}

function pressAgain(source: Element): void {
  if (source instanceof HTMLFormElement) source.requestSubmit()
  else if (source instanceof HTMLElement) source.click()
}

const answered = (field: Element) =>
  new Promise<void>((resolve) => {
    const listen = ({ detail: { ctx } }: DocumentEventMap['htmx:finally:request']) => {
      if (ctx.sourceElement !== field) return
      document.removeEventListener('htmx:finally:request', listen)
      resolve()
    }
    document.addEventListener('htmx:finally:request', listen)
  })
