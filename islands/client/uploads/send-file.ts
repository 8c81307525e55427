import { leaveForSignIn } from '#islands/lib/address.ts'
import { pageHeaders } from '../account.ts'
import { isOurs } from '../captive-portal.ts'
import { fileFault } from '../file-fault.ts'
import { newIdempotencyKey } from '../idempotency.ts'
import { messages } from '../messages.ts'
import { holds } from '../outbox/flag.ts'
import type { KeptChange } from '../outbox/kept-change.ts'
import { beginKeeping, endKeeping, keepWaiting } from '../outbox.ts'
import { snackbar } from '../snackbars.ts'
import { beginProgress, endProgress, showPercent } from './progress.ts'

export type ChosenFile = { file?: File; filename: string; group: string }
export type UploadRefusal = { message?: string; fields?: Record<string, string> }
/** Of a file that waits on the device without an id and a message; of one that was stopped without a refusal. */
export type StoredFile = { id?: string; message?: string }
type Sent = StoredFile | { refusal: UploadRefusal | null }

const SIGNED_OUT = 401

const sending = new WeakMap<HTMLElement, XMLHttpRequest>()

export const isSending = (box: HTMLElement) => sending.has(box)

export const stopSending = (box: HTMLElement) => sending.get(box)?.abort()

/** One at a time of a box. */
export function sendFile(box: HTMLElement, { file, filename, group }: ChosenFile): Promise<Sent> {
  const fault = file && fileFault(file, box.dataset)
  if (fault) return Promise.resolve({ refusal: refusalOf('file', fault) })
  if (file && !filename.trim())
    return Promise.resolve({ refusal: refusalOf('filename', box.dataset.nameless) })
  const body = new FormData()
  if (file) body.append('file', file)
  const { reference = '', upload: url = '' } = box.dataset
  for (const [name, value] of Object.entries({ filename, group, referenceid: reference }))
    body.append(name, value)
  const label = `File “${filename || file?.name}”`
  const change = {
    ...{ url, label, group: reference, apart: true, key: newIdempotencyKey() },
    ...{ values: [...body], form: box },
  }
  if (file && holds(reference)) return keep(change)
  const { promise, resolve } = Promise.withResolvers<Sent>()
  // fetch cannot tell how far an upload has come.
  const call = new XMLHttpRequest()
  call.open('POST', url)
  const headers = { accept: 'application/json', 'idempotency-key': change.key, ...pageHeaders('POST') }
  for (const [name, value] of Object.entries(headers)) call.setRequestHeader(name, value)
  call.upload.addEventListener('progress', ({ loaded, total }) =>
    showPercent(box, Math.floor((loaded / total) * 100)),
  )
  const unanswered = () => resolve(file ? keep(change) : notReached())
  const answered = () =>
    resolve(file && call.status === SIGNED_OUT ? keep({ ...change, signedout: true }) : answerOf(box, call))
  call.addEventListener('load', () =>
    isOurs({ status: call.status, headers: headersOf(call) }) ? answered() : unanswered(),
  )
  call.addEventListener('error', unanswered)
  call.addEventListener('abort', () => resolve({ refusal: null }))
  // By then the next may be on its way.
  call.addEventListener('loadend', () => sending.get(box) === call && end(box))
  if (file) beginKeeping(change)
  void promise.then(() => endKeeping(change.key))
  sending.set(box, call)
  beginProgress(box, file?.name ?? '')
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
  if (status === SIGNED_OUT) leaveForSignIn()
  if (status < 400) return { id: answer.data?.id, message: answer.message }
  // A body beyond every limit is cut off by the server before a word can be said.
  return { refusal: status === 413 && !answer.message ? refusalOf('file', box.dataset.above) : answer }
}

function end(box: HTMLElement): void {
  sending.delete(box)
  endProgress(box)
}

const refusalOf = (field: string, message = ''): UploadRefusal => ({ message, fields: { [field]: message } })

function read(text: string): UploadRefusal & { data?: { id: string } } {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}
