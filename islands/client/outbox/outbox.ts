import { publishReload } from '../../hub.ts'
import { askHealthBriefly, noteSilence } from '../captive-portal.ts'
import { confirmDialog } from '../confirm.ts'
import { openModal } from '../dialogs.ts'
import { newIdempotencyKey } from '../idempotency.ts'
import { messages } from '../messages.ts'
import { findElement, findElements } from '../page.ts'
import { snackbar } from '../snackbars.ts'
import {
  describeAll,
  describeChanges,
  describeOthers,
  findSwitches,
  goesByItself,
  isOwn,
  sayTogether,
} from './describe.ts'
import { drawSwitches, drawWaiting } from './dialog.ts'
import { fillWaiting } from './fill-waiting.ts'
import { flagGroups, holds, OUTBOX_DIALOG } from './flag.ts'
import { markPlaces, noteSent, noteWaiting } from './mark-places.ts'
import { readEntered } from './read-entered.ts'
import { type Sent, sendAll, type WaitsFor } from './send.ts'
import { showRunningTimers } from './show-running-timers.ts'
import {
  addWaiting,
  changeWaiting,
  type KeptFile,
  listWaiting,
  removeWaiting,
  type Waiting,
  type WaitingCall,
  type WaitingChange,
} from './store.ts'
import { isTooOld, stampNow } from './waiting-age.ts'

const FIRST_MS = 5_000
const LONGEST_MS = 60_000
const { person = '', account = '' } = document.documentElement.dataset
let pause = FIRST_MS
let timer: ReturnType<typeof setTimeout> | undefined
let isSending = false
let isDue = false
/** What was sent last got no answer of its own, whatever else was heard. */
let isUnanswered = false
/** As the program last said. */
let waitsFor: WaitsFor = 'line'

export type KeptChange = {
  url: string
  label: string
  group: string
  apart?: boolean
  begins?: boolean
  /** It was answered that whoever made it has to sign in again. */
  signedout?: boolean
  key: string | undefined
  values?: Iterable<[string, FormDataEntryValue]>
  call?: WaitingCall
  /** Where it was typed. */
  form?: ParentNode
}

let before: Promise<unknown> = Promise.resolve()

/**
 * Keeps a change that got no answer, one after the other: the second of two presses finds what the first has kept. False,
 * with the reason said, where the device cannot.
 */
export function keep(change: KeptChange): Promise<boolean> {
  const keeping = before.then(() => keepOne(change))
  before = keeping.catch(() => {})
  return keeping
}

async function keepOne({
  url,
  label,
  group,
  apart,
  begins,
  signedout,
  key,
  values = [],
  call,
  form,
}: KeptChange): Promise<boolean> {
  const isBehind = holds(group)
  const isInRow = isBehind || holds(url)
  try {
    const fields: Waiting['fields'] = []
    for (const [name, value] of values) fields.push([name, await kept(value)])
    const entered = form && readEntered(form, { fields, call })
    const place = { url, label, group, apart, begins, person, account }
    const made = { ...place, fields, call, entered, ...stampNow() }
    const same = await findPressed(made)
    if (!same) await addWaiting({ ...made, key: key ?? newIdempotencyKey() })
    else if (same.refused !== undefined)
      await changeWaiting(same, { ...same, refused: undefined, failed: undefined })
  } catch (error) {
    console.error(error)
    snackbar({ level: 'error', message: messages.notKept })
    return false
  }
  noteWaiting(group)
  noteSilence()
  void navigator.storage?.persist?.()
  if (signedout) waitsFor = 'signin'
  const say = signedout ? messages.waitsSignIn : isBehind ? messages.waitsBehind : messages.waits
  snackbar({ level: 'warning', message: say(label) })
  await show()
  if (isInRow) hurry()
  else soon()
  return true
}

/** What a button that is pressed again has kept before, since nothing on the page had changed. */
async function findPressed(made: Omit<Waiting, 'key'>): Promise<WaitingChange | undefined> {
  const last = (await listWaiting()).findLast(
    (one) => one.group === made.group && one.person === made.person && one.account === made.account,
  )
  if (!last || isTooOld(last)) return
  return last.url === made.url && isSameContent(last, made) ? last : undefined
}

type Content = Pick<Waiting, 'fields' | 'call'>

/** Cameras give every photo the same name: files are compared by their bytes. */
const isSameContent = (a: Content, b: Content) =>
  JSON.stringify([a.fields, a.call]) === JSON.stringify([b.fields, b.call]) &&
  a.fields.every(([, value], at) => isSameFile(value, b.fields[at]?.[1]))

function isSameFile(a: string | KeptFile, b: string | KeptFile | undefined): boolean {
  if (typeof a === 'string' || !b || typeof b === 'string') return true
  const [left, right] = [new Uint8Array(a.bytes), new Uint8Array(b.bytes)]
  return left.length === right.length && left.every((byte, at) => byte === right[at])
}

async function kept(value: FormDataEntryValue): Promise<string | KeptFile> {
  if (typeof value === 'string') return value
  return { name: value.name, type: value.type, bytes: await value.arrayBuffer() }
}

/** Sends what waits, and tries again, less and less often, while something is left to send. */
async function flush(): Promise<void> {
  isDue = true
  if (isSending) return
  isSending = true
  try {
    await sendDue()
  } finally {
    isSending = false
  }
  const left = await show()
  if (!left.some(goesByItself)) pause = FIRST_MS
  else {
    soon()
    pause = Math.min(2 * pause, LONGEST_MS)
  }
}

/** What was kept while some was sent goes right after it, unless that got no answer. */
async function sendDue(): Promise<void> {
  do {
    isDue = false
    const attempt = await sendAll(person, account, tell)
    waitsFor = attempt.waitsFor ?? waitsFor
    isUnanswered = attempt.isUnanswered === true
  } while (isDue && !isUnanswered)
}

function soon(): void {
  clearTimeout(timer)
  timer = setTimeout(() => void flush(), pause)
}

/** The line is back, or the person is: no need to wait. */
export function hurry(): void {
  pause = FIRST_MS
  void flush()
}

/** Something else got an answer: what itself got none waits on, or it would be sent without end. */
export function hearProgram(): void {
  if (!isUnanswered) void flush()
}

function tell({ labels, groups, tables, called }: Sent): void {
  snackbar({ level: 'success', message: messages.sent(labels) })
  for (const [at, group] of groups.entries()) noteSent(group, labels[at] ?? '')
  if (called) publishReload()
  const table = [...new Set(tables)].join(' ')
  if (table) document.dispatchEvent(new CustomEvent('refresh', { detail: { table } }))
}

export async function show(): Promise<WaitingChange[]> {
  const all = await listWaiting()
  const own = all.filter(isOwn)
  flagGroups(all.map((one) => ({ ...one, begins: one.begins && goesByItself(one) })))
  const banner = findElement('#outbox')
  const text = banner?.querySelector('[data-outbox-text]')
  if (banner && text) {
    banner.hidden = all.length === 0
    text.textContent = describeAll(all)
  }
  const asksSignIn = waitsFor === 'signin' && own.some(goesByItself)
  for (const link of findElements('[data-outbox-signin]')) link.hidden = !asksSignIn
  for (const place of findElements('[data-outbox-switch]')) drawSwitches(place, findSwitches(all))
  showRunningTimers()
  markPlaces(own)
  fillWaiting(own)
  const list = findElement('[data-outbox-list]')
  if (list) drawWaiting(list, own, { again, asOfNow, remove, waitsFor })
  const none = findElement('[data-outbox-none]')
  if (none) {
    none.hidden = own.length > 0
    none.textContent = sayTogether([messages.nothingWaits, ...describeOthers(all)])
  }
  return own
}

/** What this person did here that is not saved yet, in whichever account. */
export const describeOwn = async (): Promise<string> =>
  sayTogether(describeChanges((await listWaiting()).filter((one) => one.person === person)))

export function showDialog(): void {
  const dialog = findElement<HTMLDialogElement>(`#${OUTBOX_DIALOG}`)
  if (dialog) openModal(dialog)
}

async function again(one: WaitingChange): Promise<void> {
  const { refused: _, gone: __, failed: ___, anyway, ...waiting } = one
  // Nothing was saved, and the answer makes another request of it: another key.
  const yes: Pick<Waiting, 'fields' | 'call' | 'key'> | undefined = anyway
    ? {
        fields: one.call ? [] : [...one.fields, [anyway, 'true']],
        call: one.call && { ...one.call, body: { ...one.call.body, [anyway]: true } },
        key: newIdempotencyKey(),
      }
    : undefined
  await changeWaiting(one, { ...waiting, ...yes })
  hurry()
}

/** Under a new key, since the old one is known no more: the person has looked whether it was done. */
async function asOfNow(one: WaitingChange): Promise<void> {
  const { refused: _, gone: __, failed: ___, anyway: ____, ...waiting } = one
  await askHealthBriefly()
  if (isTooOld(one)) {
    const anew = { key: newIdempotencyKey(), ...stampNow() }
    await changeWaiting(one, { ...waiting, ...anew })
  }
  hurry()
}

async function remove(one: WaitingChange): Promise<void> {
  if (
    !(await confirmDialog({
      question: messages.removeWaiting(one.label, isTooOld(one)),
      yes: 'Remove',
      danger: true,
    }))
  )
    return
  await removeWaiting(one.id)
  hurry()
}
