import htmx from 'htmx.org'
import { accountHeader } from './account.ts'
import { isOurs } from './captive-portal.ts'
import { placeErrors } from './forms.ts'
import { newIdempotencyKey } from './idempotency.ts'
import { messages } from './messages.ts'
import { holds } from './outbox/flag.ts'
import type { KeptChange } from './outbox/outbox.ts'
import { keepWaiting } from './outbox.ts'
import { delegate, findElement, findElements } from './page.ts'
import { snackbar } from './snackbars.ts'
import { showControl } from './typed-controls.ts'

type Chosen = { file?: File; filename: string; group: string }
type Refusal = { message?: string; fields?: Record<string, string> }

const sending = new WeakMap<HTMLElement, XMLHttpRequest>()
const upload = '[data-upload]'

export function watchUploads(): void {
  delegate('click', `${upload} [data-upload-send]`, (button) => void send(boxOf(button)))
  delegate('change', `${upload} [data-upload-now]`, (chooser) => void sendNow(chooser as HTMLInputElement))
  delegate('click', `${upload} [data-upload-stop]`, (button) => sending.get(boxOf(button))?.abort())
  delegate('change', `${upload} [name=file]`, (input) => nameAfter(boxOf(input)))
  delegate('keydown', `${upload} input`, (input, event) => {
    if (event.key !== 'Enter' || (input as HTMLInputElement).type === 'file') return
    event.preventDefault()
    void send(boxOf(input))
  })
  document.addEventListener('submit', uploadFirst, true)
  delegate('dragover', upload, (box, event) => {
    event.preventDefault()
    box.classList.add('over')
  })
  delegate('dragleave', upload, (box) => box.classList.remove('over'))
  delegate('drop', upload, dropped)
}

const boxOf = (within: HTMLElement) => within.closest<HTMLElement>(upload) as HTMLElement
const input = (box: HTMLElement, name: string) => findElement<HTMLInputElement>(`[name=${name}]`, box)!

function dropped(box: HTMLElement, event: DragEvent): void {
  event.preventDefault()
  box.classList.remove('over')
  if (!event.dataTransfer?.files.length) return
  const chooser = findElement<HTMLInputElement>('[data-upload-now][multiple]', box)
  if (chooser) return void sendNow(Object.assign(chooser, { files: event.dataTransfer.files }))
  input(box, 'file').files = event.dataTransfer.files
  nameAfter(box)
}

function nameAfter(box: HTMLElement): void {
  const name = input(box, 'file').files?.[0]?.name
  const description = input(box, 'filename')
  if (name && !description.value.trim()) description.value = withoutEnding(name)
}

const withoutEnding = (name: string) => name.replace(/\.[a-z0-9]{1,8}$/i, '')

const chosenBoxes = (within: ParentNode) =>
  findElements(upload, within).filter((box) =>
    findElements<HTMLInputElement>('[name=file]', box).some(({ files }) => files?.length),
  )

/** A chosen file is uploaded by the button that saves the rest of a dialog, which goes on once it is stored. */
function uploadFirst(event: SubmitEvent): void {
  const { target: form, submitter } = event
  if (!(form instanceof HTMLFormElement) || !form.matches('form[data-guard]')) return
  const boxes = chosenBoxes(form.closest('dialog') ?? form)
  if (boxes.length === 0) return
  event.preventDefault()
  event.stopImmediatePropagation()
  void sendAll(boxes).then((areSent) => areSent && form.requestSubmit(submitter))
}

async function sendAll(boxes: readonly HTMLElement[]): Promise<boolean> {
  for (const box of boxes)
    if (!(await send(box))) {
      showControl(input(box, 'file'))
      return false
    }
  return true
}

async function send(box: HTMLElement): Promise<boolean> {
  if (sending.has(box)) return false
  const [filename, group] = [input(box, 'filename').value, input(box, 'group').value]
  const answer = await sendFile(box, { file: input(box, 'file').files?.[0], filename, group })
  if ('refusal' in answer) {
    if (answer.refusal) refuse(box, answer.refusal)
    return false
  }
  empty(box)
  // What waits on the device is not among the files yet, and the next can be chosen.
  if (!answer.id) return true
  sayStored([answer], false)
  // What waits is in no list yet, and the next is chosen here.
  if (!answer.id) return true
  const panel = box.closest<HTMLElement>('[role=tabpanel]')
  findElement('#tab-files', panel?.parentElement ?? document)?.click()
  return true
}

/** Chosen is sent, one after the other. */
async function sendNow(chooser: HTMLInputElement): Promise<void> {
  const box = boxOf(chooser)
  const files = [...(chooser.files ?? [])]
  chooser.value = ''
  refuse(box, null)
  const stored: Stored[] = []
  const wrong: string[] = []
  for (const file of files) {
    const given = { file, filename: withoutEnding(file.name), group: chooser.dataset.group ?? '' }
    const answer = await sendFile(box, given)
    if (!('refusal' in answer)) stored.push(answer)
    else if (answer.refusal)
      wrong.push(
        `${file.name}: ${answer.refusal.fields?.file ?? answer.refusal.message ?? messages.unexpected}`,
      )
    else break
  }
  if (wrong.length > 0) refuse(box, { message: wrong.join(' ') })
  sayStored(stored, true)
}

/** Of a file that waits on the device without an id and a message; of one that was stopped without a refusal. */
type Stored = { id?: string; message?: string }
type Sent = Stored | { refusal: Refusal | null }

function sendFile(box: HTMLElement, { file, filename, group }: Chosen): Promise<Sent> {
  if (file && file.size > Number(box.dataset.most)) return Promise.resolve({ refusal: tooLarge(box) })
  const body = new FormData()
  if (file) body.append('file', file)
  const { reference = '', upload: url = '' } = box.dataset
  for (const [name, value] of Object.entries({ filename, group, referenceid: reference }))
    body.append(name, value)
  const label = `File “${filename || file?.name}”`
  const change = { url, label, group: reference, key: newIdempotencyKey(), values: [...body], form: box }
  if (file && holds(reference)) return keep(change)
  const { promise, resolve } = Promise.withResolvers<Sent>()
  // fetch cannot tell how far an upload has come.
  const call = new XMLHttpRequest()
  call.open('POST', url)
  const headers = { accept: 'application/json', 'idempotency-key': change.key, ...accountHeader() }
  for (const [name, value] of Object.entries(headers)) call.setRequestHeader(name, value)
  call.upload.addEventListener('progress', ({ loaded, total }) =>
    show(box, Math.floor((loaded / total) * 100)),
  )
  const unanswered = () => resolve(file ? keep(change) : notReached())
  call.addEventListener('load', () =>
    isOurs({ status: call.status, headers: headersOf(call) }) ? resolve(answerOf(box, call)) : unanswered(),
  )
  call.addEventListener('error', unanswered)
  call.addEventListener('abort', () => resolve({ refusal: null }))
  call.addEventListener('loadend', () => stop(box))
  sending.set(box, call)
  begin(box, file?.name ?? '')
  call.send(body)
  return promise
}

const headersOf = (call: XMLHttpRequest) => ({ has: (name: string) => call.getResponseHeader(name) !== null })

/** A file that got no answer waits on the device, and the next can be chosen. */
async function keep(change: KeptChange): Promise<Sent> {
  const isKept = await keepWaiting(change)
  if (isKept) return {}
  return isKept === undefined ? notReached() : { refusal: null }
}

function notReached(): Sent {
  snackbar({ level: 'error', message: messages.offline })
  return { refusal: null }
}

function answerOf(box: HTMLElement, { status, responseText }: XMLHttpRequest): Sent {
  const answer = read(responseText)
  if (status === 401) location.assign('/timeout')
  if (status < 400) return { id: answer.data?.id, message: answer.message }
  // A body beyond every limit is cut off by the server before a word can be said.
  return { refusal: status === 413 && !answer.message ? tooLarge(box) : answer }
}

function sayStored(all: readonly Stored[], isUndoable: boolean): void {
  const ids = all.flatMap(({ id }) => id ?? [])
  if (ids.length === 0) return
  const message = ids.length > 1 ? `${ids.length} files have been uploaded` : (all[0]?.message ?? '')
  const undo = isUndoable ? { act: () => void takeBack(ids) } : undefined
  snackbar({ level: 'success', message, undo })
  const list = findElement('#documents-list')
  if (list) void reload(list)
}

async function takeBack(ids: readonly string[]): Promise<void> {
  // Out of the dialog's form, whose fields would be sent along.
  const source = document.createElement('span')
  source.hidden = true
  document.body.append(source)
  const target = findElement('#documents-list') ?? source
  for (const id of ids)
    await htmx.ajax('POST', `/documents/${id}/archive`, { source, target, swap: 'outerMorph' })
  source.remove()
}

function empty(box: HTMLElement): void {
  for (const name of ['file', 'filename']) input(box, name).value = ''
  refuse(box, null)
}

const reload = (list: HTMLElement) =>
  htmx.ajax('GET', list.getAttribute('hx-get') ?? '', {
    source: list,
    target: list,
    swap: 'outerMorph',
    select: '#documents-list',
    push: 'false',
  })

const tooLarge = ({ dataset: { toolarge = '' } }: HTMLElement): Refusal => ({
  message: toolarge,
  fields: { file: toolarge },
})

function read(text: string): Refusal & { data?: { id: string } } {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

function refuse(box: HTMLElement, refusal: Refusal | null): void {
  const errors = document.createElement('div')
  if (refusal) {
    errors.className = 'formerrors'
    errors.setAttribute('role', 'alert')
    const sentence = document.createElement('p')
    sentence.textContent = refusal.message ?? messages.unexpected
    const list = document.createElement('ul')
    for (const [name, text] of Object.entries(refusal.fields ?? {})) {
      const item = document.createElement('li')
      item.dataset.field = name
      item.textContent = text
      list.append(item)
    }
    errors.append(sentence, list)
  }
  placeErrors(box, errors)
}

function begin(box: HTMLElement, name: string): void {
  findElement('[data-upload-name]', box)!.textContent = name
  show(box, 0)
  toggle(box, true)
}

function show(box: HTMLElement, percent: number): void {
  findElement<HTMLProgressElement>('progress', box)!.value = percent
  findElement('[data-upload-percent]', box)!.textContent = `${percent} %`
}

function stop(box: HTMLElement): void {
  sending.delete(box)
  toggle(box, false)
}

function toggle(box: HTMLElement, busy: boolean): void {
  findElement('[data-upload-progress]', box)!.hidden = !busy
  findElement('[data-upload-stop]', box)!.hidden = !busy
  for (const control of findElements<HTMLButtonElement>('[data-upload-send], [data-upload-now]', box))
    control.disabled = busy
}
