import { call, isRefusal } from '#islands/lib/call.ts'
import { askProgram } from './captive-portal.ts'
import { openModal } from './dialogs.ts'
import { placeErrors } from './forms.ts'
import { messages } from './messages.ts'
import { findElement } from './page.ts'
import { snackbar } from './snackbars.ts'

type Created = { id: string; name: string }
/** A job goes by two. */
type Made = { id: string; name?: string; reference?: string; description?: string }

/** Opens the small form of what a picker did not find; `choose` is given what was made, `cancel` is called where nothing was. */
export async function openCreate(
  url: string,
  choose: (created: Created) => void,
  cancel: () => void = () => {},
): Promise<void> {
  const answer = await askProgram(url, { headers: { 'hx-request': 'true' } })
  const text = answer?.ok ? await answer.text() : ''
  // Our own form, which escapes what it shows.
  const page = new DOMParser().parseFromString(text, 'text/html')
  const dialog = findElement<HTMLDialogElement>('dialog', page)
  const form = dialog && findElement<HTMLFormElement>('form[data-create]', dialog)
  if (!dialog || !form) return snackbarError(messages.unreachable)
  document.body.append(dialog)
  let isMade = false
  dialog.addEventListener('close', () => {
    dialog.remove()
    if (!isMade) cancel()
  })
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void create(form).then((created) => {
      if (!created) return
      isMade = true
      dialog.close()
      document.dispatchEvent(new CustomEvent('joblane:partsaved', { detail: { what: created.name } }))
      choose(created)
    })
  })
  openModal(dialog)
}

async function create(form: HTMLFormElement): Promise<Created | undefined> {
  const button = findElement<HTMLButtonElement>('[type=submit]', form)
  if (button?.disabled) return
  if (button) button.disabled = true
  try {
    const body = Object.fromEntries(new FormData(form))
    const { data, message } = await call<Made>('POST', form.dataset.create ?? '', body)
    if (message) snackbar({ level: 'success', message })
    return { id: data.id, name: data.name ?? [data.reference, data.description].filter(Boolean).join(' ') }
  } catch (error) {
    if (!isRefusal(error) || !error.fields) snackbarError(error instanceof Error ? error.message : '')
    else placeErrors(form, errorList(error.message, error.fields))
  } finally {
    if (button) button.disabled = false
  }
}

const snackbarError = (message: string): void => {
  snackbar({ level: 'error', message: message || messages.unexpected })
}

/** As the server writes what a form got wrong. */
function errorList(message: string, fields: Record<string, string>): HTMLElement {
  const errors = document.createElement('div')
  errors.className = 'formerrors'
  const sentence = document.createElement('p')
  sentence.textContent = message
  const list = document.createElement('ul')
  for (const [name, text] of Object.entries(fields)) {
    const item = document.createElement('li')
    item.dataset.field = name
    item.textContent = text
    list.append(item)
  }
  errors.append(sentence, list)
  return errors
}
