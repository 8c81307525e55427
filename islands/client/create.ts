import { hourWords } from '#db/hour-words.ts'
import { call, isRefusal } from '#islands/lib/call.ts'
import type { WordsLink } from '#views/ui/words-link.tsx'
import { askProgram } from './captive-portal.ts'
import { openModal } from './dialogs.ts'
import { placeErrors } from './forms.ts'
import { messages } from './messages.ts'
import { delegate, findElement } from './page.ts'
import { snackbar } from './snackbars.ts'

type Created = { id: string; name: string } & Pick<Made, 'reference' | 'board'>
/** A job goes by two. */
type Made = { id: string; name?: string; reference?: string; description?: string; board?: { slug: string } }

export function watchCreating(): void {
  delegate('click', '[data-new-job]', ({ dataset }) => {
    void openCreate(dataset.newJob ?? '', ({ board, reference }) => {
      const place = dataset.to
        ?.replace(':board', board?.slug ?? '')
        .replace(':job', (reference ?? '').toLowerCase())
      if (place) location.assign(place)
    })
  })
}

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
  followUnit(form)
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
      // Its close is told later: a page that is left meanwhile would ask about what is made.
      form.removeAttribute('data-guard')
      dialog.close()
      document.dispatchEvent(new Event('joblane:partsaved'))
      choose(created)
    })
  })
  openModal(dialog)
}

/** What is sold by the hour is work, and begins as not kept in stock. */
function followUnit(form: HTMLFormElement): void {
  const unit = findElement<HTMLInputElement>('[name=baseunit]', form)
  const kept = findElement<HTMLInputElement>('[name=keptinstock]', form)
  let wasHour = false
  unit?.addEventListener('input', () => {
    const hour = hourWords.includes(unit.value.trim().toLowerCase())
    if (kept && hour !== wasHour) kept.checked = !hour
    wasHour = hour
  })
}

async function create(form: HTMLFormElement): Promise<Created | undefined> {
  const button = findElement<HTMLButtonElement>('[type=submit]', form)
  if (button?.disabled) return
  if (button) button.disabled = true
  try {
    const boxes = [...form.querySelectorAll<HTMLInputElement>('[type=checkbox]')]
    const ticked = Object.fromEntries(boxes.map(({ name, checked }) => [name, checked]))
    const body = { ...Object.fromEntries(new FormData(form)), ...ticked }
    const { data, message } = await call<Made>('POST', form.dataset.create ?? '', body)
    if (message) sayMade(form, data.id, message)
    return { ...data, name: data.name ?? [data.reference, data.description].filter(Boolean).join(' ') }
  } catch (error) {
    if (!isRefusal(error) || !error.fields) snackbarError(error instanceof Error ? error.message : '')
    else placeErrors(form, errorList(error.message, error.fields))
  } finally {
    if (button) button.disabled = false
  }
}

function sayMade({ dataset: { lacking } }: HTMLFormElement, id: string, message: string): void {
  const { said, link }: { said?: string; link?: WordsLink } = lacking ? JSON.parse(lacking) : {}
  snackbar({
    level: 'success',
    message: said ? `${message}. ${said}` : message,
    link: link && { ...link, href: link.href.replace(':id', id) },
  })
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
