import { publishReload } from '../../hub.ts'
import { askHealthBriefly, noteSilence } from '../captive-portal.ts'
import { openModal } from '../dialogs.ts'
import { newIdempotencyKey } from '../idempotency.ts'
import { messages } from '../messages.ts'
import { findElement, findElements } from '../page.ts'
import { snackbar } from '../snackbars.ts'
import { noteCleared, notePressed } from './cleared.ts'
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
import { findPressed } from './find-pressed.ts'
import {
  flagGroups,
  holds,
  listSending,
  noteClosed,
  noteOpen,
  OUTBOX_DIALOG,
  readCleared,
  unflagSending,
  writeCleared,
} from './flag.ts'
import { type KeptChange, makeWaiting, type SentChange } from './kept-change.ts'
import { markPlaces, noteSent, noteWaiting } from './mark-places.ts'
import { noteRemoved, removeAsked } from './remove-waiting.ts'
import { type Sent, SLOW_MS, sendAll, type WaitsFor } from './send.ts'
import { endSending, findGoing, keepWhileSending, listKept, untilWritten } from './sending.ts'
import { showRunningTimers } from './show-running-timers.ts'
import {
  addWaiting,
  changeWaiting,
  holdsQueue,
  removeWaiting,
  type Waiting,
  type WaitingChange,
} from './store.ts'
import { age, isTooOld, stampNow } from './waiting-age.ts'

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

async function keepOne(change: KeptChange): Promise<boolean> {
  const { url, label, group, signedout } = change
  let isThere = false
  const isBehind = holds(group)
  const isInRow = isBehind || holds(url)
  try {
    const made = await makeWaiting(change)
    await untilWritten(made.key)
    const all = await listKept()
    const ahead = all.find(({ key }) => key === made.key)
    const same = findPressed(all, made)
    isThere = same !== undefined && same.refused === undefined
    if (same) notePressed(same)
    if (same && ahead) await removeWaiting(ahead.id)
    if (!same && !ahead) await addWaiting(made)
    if (same?.refused !== undefined)
      await changeWaiting(same, { ...same, refused: undefined, failed: undefined })
    await endSending(made.key, false)
  } catch (error) {
    console.error(error)
    snackbar({ level: 'error', message: messages.notKept })
    return false
  }
  noteWaiting(change)
  noteSilence()
  void navigator.storage?.persist?.()
  if (signedout) waitsFor = 'signin'
  const sayWaits = isThere ? messages.waitsAlready : isBehind ? messages.waitsBehind : messages.waits
  const say = signedout ? messages.waitsSignIn : sayWaits
  snackbar({ level: 'warning', message: say(label) })
  await show()
  if (isInRow) hurry()
  else soon()
  return true
}

/** A timer may go off early by as much. */
const EARLY_MS = 50

const isSlow = (one: Waiting) => age(one) >= SLOW_MS

/** Keeps a change beside its request, for a page that is closed before the answer, until `noteAnswered`. */
export async function beginSending(change: SentChange): Promise<void> {
  const making = makeWaiting(change)
  const over = keepWhileSending(making, change.key)
  const made = await making.catch(() => undefined)
  const slow = setTimeout(show, SLOW_MS + EARLY_MS)
  await over
  clearTimeout(slow)
  // It may be said by what is drawn just then.
  if (made && isSlow(made)) await show()
}

export const noteAnswered = (key: string) => endSending(key, true)

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
    const attempt = await sendAll(person, account, { onSent: tell, onSlow: show })
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

function tell({ changes, tables, called }: Sent): void {
  snackbar({ level: 'success', message: messages.sent(changes.map(({ label }) => label)) })
  noteSent(changes)
  if (called) publishReload()
  const table = [...new Set(tables)].join(' ')
  if (table) document.dispatchEvent(new CustomEvent('refresh', { detail: { table } }))
}

let drawn: Promise<unknown> = Promise.resolve()
let next: Promise<WaitingChange[]> | undefined

/** Draws what waits, one time after the other: what was read before never stands over what was read after it. */
export function show(): Promise<WaitingChange[]> {
  next ??= drawn.then(() => {
    next = undefined
    return draw()
  })
  drawn = next.catch(() => {})
  return next
}

async function draw(): Promise<WaitingChange[]> {
  const flagged = listSending()
  const every = await listKept()
  const waiting = every.filter(({ sending }) => !sending)
  for (const key of flagged) if (!every.some((one) => one.sending && one.key === key)) unflagSending(key)
  const all = every.filter((one) => !one.sending || isSlow(one))
  await noteCleared(waiting)
  const cleared = messages.cleared(
    readCleared()
      .filter(isOwn)
      .map(({ label }) => label),
  )
  const own = all.filter(isOwn)
  flagGroups(
    waiting.map((one) => ({ ...one, begins: one.begins && goesByItself(one), holds: holdsQueue(one) })),
  )
  const banner = findElement('#outbox')
  const text = banner?.querySelector('[data-outbox-text]')
  if (banner && text) {
    banner.hidden = all.length === 0 && !cleared
    text.textContent = sayTogether([cleared, describeAll(all)])
  }
  const asksSignIn = waitsFor === 'signin' && own.some(goesByItself)
  for (const link of findElements('[data-outbox-signin]')) link.hidden = !asksSignIn
  for (const place of findElements('[data-outbox-switch]')) drawSwitches(place, findSwitches(all))
  showRunningTimers()
  markPlaces(own)
  fillWaiting(waiting.filter(isOwn))
  const list = findElement('[data-outbox-list]')
  const acts = { again, asOfNow, remove: (one: WaitingChange) => remove(one, own), waitsFor }
  if (list) drawWaiting(list, own, { ...acts, going: await findGoing() })
  const none = findElement('[data-outbox-none]')
  if (none) {
    none.hidden = own.length > 0 && !cleared
    none.textContent = sayTogether([
      cleared,
      own.length === 0 && messages.nothingWaits,
      ...describeOthers(all),
    ])
  }
  return every.filter(isOwn)
}

/** What this person did here that is not saved yet, in whichever account. */
export const describeOwn = async (): Promise<string> =>
  sayTogether(describeChanges((await listKept()).filter((one) => one.person === person)))

export function showDialog(): void {
  const dialog = findElement<HTMLDialogElement>(`#${OUTBOX_DIALOG}`)
  if (!dialog) return
  openModal(dialog)
  noteOpen()
  dialog.addEventListener('close', closed, { once: true })
}

/** What was cleared was read there. */
function closed(): void {
  noteClosed()
  writeCleared([])
  void show()
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
  await showThenHurry()
}

/** Under a new key, since the old one is known no more: the person has looked whether it was done. */
async function asOfNow(one: WaitingChange): Promise<void> {
  const { refused: _, gone: __, failed: ___, anyway: ____, ...waiting } = one
  await askHealthBriefly()
  if (isTooOld(one)) {
    const anew = { key: newIdempotencyKey(), ...stampNow() }
    await changeWaiting(one, { ...waiting, ...anew })
  }
  await showThenHurry()
}

/** Another tab has removed what waited of these groups. */
export function hearRemoved(groups: readonly string[]): void {
  noteRemoved(groups)
  void show()
}

async function remove(one: WaitingChange, shown: readonly WaitingChange[]): Promise<void> {
  await removeAsked(one, shown)
  await showThenHurry()
}

/** Before any line is asked, which may take what it is asked and give nothing back. */
async function showThenHurry(): Promise<void> {
  await show()
  hurry()
}
