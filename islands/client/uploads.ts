import htmx from 'htmx.org'
import { accountHeader } from './account.ts'
import { isOurs } from './captive-portal.ts'
import { placeErrors } from './forms.ts'
import { newIdempotencyKey } from './idempotency.ts'
import { messages } from './messages.ts'
import { holds } from './outbox/flag.ts'
import type { KeptChange } from './outbox/outbox.ts'
import { keepWaiting } from './outbox.ts'
import { delegate, findElement } from './page.ts'
import { snackbar } from './snackbars.ts'

type Refusal = { message?: string; fields?: Record<string, string> }

const sending = new WeakMap<HTMLElement, XMLHttpRequest>()
const upload = '[data-upload]'

export function watchUploads(): void {
  delegate('click', `${upload} [data-upload-send]`, (button) => send(boxOf(button)))
  delegate('click', `${upload} [data-upload-stop]`, (button) => sending.get(boxOf(button))?.abort())
  delegate('change', `${upload} [name=file]`, (input) => nameAfter(boxOf(input)))
  delegate('keydown', `${upload} input`, (input, event) => {
    if (event.key !== 'Enter' || (input as HTMLInputElement).type === 'file') return
    event.preventDefault()
    send(boxOf(input))
  })
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
  input(box, 'file').files = event.dataTransfer.files
  nameAfter(box)
}

function nameAfter(box: HTMLElement): void {
  const name = input(box, 'file').files?.[0]?.name
  const description = input(box, 'filename')
  if (name && !description.value.trim()) description.value = name.replace(/\.[a-z0-9]{1,8}$/i, '')
}

function send(box: HTMLElement): void {
  if (sending.has(box)) return
  const file = input(box, 'file').files?.[0]
  if (file && file.size > Number(box.dataset.most)) {
    refuse(box, tooLarge(box))
    return
  }
  const body = new FormData()
  if (file) body.append('file', file)
  for (const name of ['filename', 'group']) body.append(name, input(box, name).value)
  const { reference = '', upload: url = '' } = box.dataset
  body.append('referenceid', reference)
  const label = `File “${input(box, 'filename').value || file?.name}”`
  const change = { url, label, group: reference, key: newIdempotencyKey(), values: [...body] }
  if (file && holds(reference)) return void keep(box, change)
  // fetch cannot tell how far an upload has come.
  const call = new XMLHttpRequest()
  call.open('POST', url)
  const headers = { accept: 'application/json', 'idempotency-key': change.key, ...accountHeader() }
  for (const [name, value] of Object.entries(headers)) call.setRequestHeader(name, value)
  call.upload.addEventListener('progress', ({ loaded, total }) =>
    show(box, Math.floor((loaded / total) * 100)),
  )
  const unanswered = () =>
    file ? void keep(box, change) : snackbar({ level: 'error', message: messages.offline })
  call.addEventListener('load', () =>
    isOurs({ status: call.status, headers: headersOf(call) }) ? answered(box, call) : unanswered(),
  )
  call.addEventListener('error', unanswered)
  call.addEventListener('loadend', () => stop(box))
  sending.set(box, call)
  begin(box, file?.name ?? '')
  call.send(body)
}

const headersOf = (call: XMLHttpRequest) => ({ has: (name: string) => call.getResponseHeader(name) !== null })

/** A file that got no answer waits on the device, and the next can be chosen. */
async function keep(box: HTMLElement, change: KeptChange): Promise<void> {
  const isKept = await keepWaiting(change)
  if (isKept) empty(box)
  else if (isKept === undefined) snackbar({ level: 'error', message: messages.offline })
}

function answered(box: HTMLElement, { status, responseText }: XMLHttpRequest): void {
  const answer = read(responseText)
  if (status === 401) location.assign('/timeout')
  // A body beyond every limit is cut off by the server before a word can be said.
  else if (status === 413) refuse(box, answer.message ? answer : tooLarge(box))
  else if (status >= 400) refuse(box, answer)
  else stored(box, answer.message ?? '')
}

function stored(box: HTMLElement, message: string): void {
  snackbar({ level: 'success', message })
  empty(box)
  const list = findElement('#documents-list')
  const panel = box.closest<HTMLElement>('[role=tabpanel]')
  findElement('#tab-files', panel?.parentElement ?? document)?.click()
  if (list) void reload(list)
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

function read(text: string): Refusal {
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
  findElement<HTMLButtonElement>('[data-upload-send]', box)!.disabled = busy
}
