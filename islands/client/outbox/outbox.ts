import { confirmDialog } from '../confirm.ts'
import { openModal } from '../dialogs.ts'
import { newIdempotencyKey } from '../idempotency.ts'
import { messages } from '../messages.ts'
import { findElement, findElements } from '../page.ts'
import { snackbar } from '../snackbars.ts'
import { drawWaiting } from './dialog.ts'
import { type Sent, sendAll } from './send.ts'
import {
  addWaiting,
  changeWaiting,
  type KeptFile,
  listWaiting,
  removeWaiting,
  type Waiting,
  type WaitingChange,
} from './store.ts'

const FIRST_MS = 5_000
const LONGEST_MS = 60_000
const DAY_MS = 86_400_000
/** Tells the next page that something may wait, without opening the store. */
const FLAG = 'outbox'

const { person = '', account = '' } = document.documentElement.dataset
let pause = FIRST_MS
let timer: ReturnType<typeof setTimeout> | undefined

type Change = {
  url: string
  label: string
  group: string
  key: string | undefined
  values: Iterable<[string, FormDataEntryValue]>
}

/** Keeps a change that got no answer. False, with the reason said, where the device cannot. */
export async function keep({ url, label, group, key, values }: Change): Promise<boolean> {
  try {
    const fields: Waiting['fields'] = []
    for (const [name, value] of values) fields.push([name, await kept(value)])
    const made = { url, label, group, person, account, fields, made: Date.now() }
    if (!(await isLast(made))) await addWaiting({ ...made, key: key ?? newIdempotencyKey() })
  } catch (error) {
    console.error(error)
    snackbar({ level: 'error', message: messages.notKept })
    return false
  }
  localStorage.setItem(FLAG, 'waiting')
  void navigator.storage?.persist?.()
  snackbar({ level: 'warning', message: messages.waits(label) })
  await show()
  soon()
  return true
}

/** To the page that comes next, where the device has it: else this one says what waits, which an empty page would not. */
export async function openNextPage(path: string): Promise<void> {
  if (await globalThis.caches?.match(path, { ignoreVary: true })) location.assign(path)
}

/** A button that was pressed again, since nothing on the page had changed. */
async function isLast({ group, url, fields }: Pick<Waiting, 'group' | 'url' | 'fields'>): Promise<boolean> {
  const last = (await listWaiting()).findLast((one) => one.group === group)
  return last?.url === url && JSON.stringify(last.fields) === JSON.stringify(fields)
}

async function kept(value: FormDataEntryValue): Promise<string | KeptFile> {
  if (typeof value === 'string') return value
  return { name: value.name, type: value.type, bytes: await value.arrayBuffer() }
}

/** Sends what waits, and tries again, less and less often, while something is left to send. */
async function flush(): Promise<void> {
  await sendAll(person, account, tell)
  const left = await show()
  if (left.some(({ refused }) => refused === undefined)) soon()
  else pause = FIRST_MS
}

function soon(): void {
  clearTimeout(timer)
  timer = setTimeout(() => void flush(), pause)
  pause = Math.min(2 * pause, LONGEST_MS)
}

/** The line is back, or the person is: no need to wait. */
export function hurry(): void {
  pause = FIRST_MS
  void flush()
}

function tell({ labels, tables }: Sent): void {
  snackbar({ level: 'success', message: messages.sent(labels) })
  const table = [...new Set(tables)].join(' ')
  if (table) document.dispatchEvent(new CustomEvent('refresh', { detail: { table } }))
}

export async function show(): Promise<WaitingChange[]> {
  const all = await listWaiting()
  const own = all.filter((one) => one.person === person && one.account === account)
  if (all.length === 0) localStorage.removeItem(FLAG)
  const banner = findElement('#outbox')
  const text = banner?.querySelector('[data-outbox-text]')
  if (banner && text) {
    banner.hidden = all.length === 0
    text.textContent = describe(own, all.length - own.length)
  }
  for (const place of findElements('[data-waits]')) markPlace(place, own)
  const list = findElement('[data-outbox-list]')
  if (list) drawWaiting(list, own, { again, discard })
  return own
}

function describe(own: readonly WaitingChange[], others: number): string {
  const refused = own.filter((one) => one.refused !== undefined).length
  const isOld = own.some(({ made }) => Date.now() - made > DAY_MS)
  return [messages.waiting(own.length - refused, isOld), messages.refused(refused), messages.ofOthers(others)]
    .filter(Boolean)
    .join(' ')
}

/** Beside the record itself, so that nobody takes it for saved, or does it twice. */
function markPlace(place: HTMLElement, waiting: readonly WaitingChange[]): void {
  const here = waiting.filter(({ group }) => group === place.dataset.waits)
  place.hidden = here.length === 0
  place.textContent = messages.waitsHere(here.map(({ label }) => label))
}

export function showDialog(): void {
  const dialog = findElement<HTMLDialogElement>('#outboxdialog')
  if (dialog) openModal(dialog)
}

async function again(one: WaitingChange): Promise<void> {
  const { refused: _, anyway, ...waiting } = one
  // Nothing was saved, and the answer makes another request of it: another key.
  const yes: Pick<Waiting, 'fields' | 'key'> | undefined = anyway
    ? { fields: [...one.fields, [anyway, 'true']], key: newIdempotencyKey() }
    : undefined
  await changeWaiting({ ...waiting, ...yes })
  hurry()
}

async function discard(one: WaitingChange): Promise<void> {
  if (!(await confirmDialog({ question: messages.discardWaiting(one.label), yes: 'Discard', danger: true })))
    return
  await removeWaiting(one.id)
  hurry()
}
