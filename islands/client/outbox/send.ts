import { askHealthBriefly, isHeard, isOurs, noteSilence } from '../captive-portal.ts'
import { messages } from '../messages.ts'
import { listKept, withWaiting } from './sending.ts'
import {
  changeWaiting,
  findQueue,
  holdsQueue,
  isRefused,
  type KeptFile,
  removeWaiting,
  type WaitingChange,
} from './store.ts'
import { age, isTooOld } from './waiting-age.ts'

const NOT_FOUND = 404
const TOO_LARGE = 413
const FAILED = 500
/** A request that hangs would hold up all that waits after it, in every tab: a minute, and as long as its files take on the slowest line that is of use. */
const PATIENCE_MS = 60_000
const SLOWEST_BYTES_PER_MS = 8
/** What is sent for longer is said. */
export const SLOW_MS = 4_000

/** `called`: an island waits for it, which no table names. */
export type Sent = { changes: WaitingChange[]; tables: string[]; called: boolean }
/**
 * `line`: no answer came, or none of the program. `signin`: who made it has to sign in again. `otherperson`, `otheraccount`:
 * that one is open in this browser by now.
 */
export type WaitsFor = 'line' | 'signin' | 'otherperson' | 'otheraccount'
/** `holding`: refused, and the rest of its queue waits for it. */
type Outcome = 'sent' | 'refused' | 'holding' | WaitsFor
/** `isUnanswered`: the program was heard, and yet a change got no answer. */
type Attempt = { waitsFor?: WaitsFor; isUnanswered?: boolean }

/** `onSlow`: one has been on its way for longer than nobody minds. */
type Told = { onSent: (sent: Sent) => void; onSlow: () => void }

/**
 * Of the one who is signed in on this page, in their order; one tab at a time. Tells for what the rest waits, unless
 * nothing was heard of it.
 */
export async function sendAll(person: string, account: string, told: Told): Promise<Attempt> {
  const flush = () => sendInOrder(person, account, told)
  // Missing where the page came over plain http.
  if (!navigator.locks) return flush()
  return navigator.locks.request('joblane-outbox', { ifAvailable: true }, (lock) => (lock ? flush() : {}))
}

async function sendInOrder(person: string, account: string, { onSent, onSlow }: Told): Promise<Attempt> {
  const sent: Sent = { changes: [], tables: [], called: false }
  const parked = new Set<string>()
  const own = (await listKept()).filter((one) => one.person === person && one.account === account)
  // How long it has waited goes by the program's clock.
  if (own.every(({ sending }) => sending) || !(await askHealthBriefly())) return {}
  const attempt: Attempt = {}
  for (const one of own) {
    if (!holdsQueue(one)) continue
    if (one.sending || isRefused(one) || isTooOld(one) || parked.has(findQueue(one))) {
      parked.add(findQueue(one))
      continue
    }
    const slow = setTimeout(onSlow, SLOW_MS)
    const outcome = await withWaiting(one, () => sendOne(one, sent))
    clearTimeout(slow)
    if (outcome === 'gone') continue
    if (outcome === 'busy' || outcome === 'holding') parked.add(findQueue(one))
    if (outcome === 'busy') continue
    if (outcome === 'sent' || outcome === 'refused' || outcome === 'holding') attempt.waitsFor = 'line'
    else {
      if (outcome === 'line') attempt.isUnanswered = true
      else attempt.waitsFor = outcome
      break
    }
  }
  if (sent.changes.length > 0) onSent(sent)
  return attempt
}

async function sendOne(one: WaitingChange, sent: Sent): Promise<Outcome> {
  const waited = Math.round(age(one) / 1000)
  const asked = performance.now()
  const answer = await fetch(one.url, {
    method: one.call?.method ?? 'POST',
    headers: {
      ...(one.call && { 'content-type': 'application/json' }),
      accept: 'application/json',
      'idempotency-key': one.key,
      'x-joblane-account': one.account,
      'x-joblane-person': one.person,
      'x-joblane-waited': String(waited),
    },
    body: bodyOf(one),
    redirect: 'manual',
    signal: AbortSignal.timeout(PATIENCE_MS + sizeOfFiles(one) / SLOWEST_BYTES_PER_MS),
  }).catch(() => undefined)
  if (!answer) {
    noteSilence()
    return 'line'
  }
  const isKnown = isHeard(answer, asked)
  if (answer.ok && answer.headers.get('x-joblane-receipt') === one.key) {
    await removeWaiting(one.id)
    sent.changes.push(one)
    sent.called ||= one.call !== undefined
    sent.tables.push(...refreshed(answer))
    return 'sent'
  }
  if (answer.status === 401 && isKnown) return 'signin'
  const said = await readRefusal(answer)
  if (said?.code === 'otherperson' || said?.code === 'otheraccount') return said.code
  const failed = answer.status === FAILED
  if (!said?.message || answer.status > FAILED || answer.status === 429) return 'line'
  const gone = answer.status === NOT_FOUND
  const refused = { ...one, refused: sayRefusal(one, said), anyway: said.data?.anyway, gone, failed }
  await changeWaiting(one, refused)
  return holdsQueue(refused) ? 'holding' : 'refused'
}

type Refusal = {
  message?: string
  code?: string
  fields?: Record<string, string>
  data?: { anyway?: string } | null
}

/** By the label that the field has on its form: programs are told the name. */
function sayRefusal({ entered = [] }: WaitingChange, { message, fields = {} }: Refusal): string | undefined {
  const [[name, why] = []] = Object.entries(fields)
  if (why === undefined || message !== `${name}: ${why}`) return message
  const label = entered.find((one) => one.name === name)?.label
  return label ? `${label}: ${why}` : why
}

async function readRefusal(answer: Response): Promise<Refusal | undefined> {
  if (answer.status < 400 || !isOurs(answer)) return
  // A body beyond every limit is cut off before the program can say a word.
  const cutOff = answer.status === TOO_LARGE ? { message: messages.tooLarge } : undefined
  return answer.json().catch(() => cutOff)
}

function refreshed(answer: Response): string[] {
  const trigger = JSON.parse(answer.headers.get('hx-trigger') ?? '{}') as { refresh?: { table?: string } }
  return trigger.refresh?.table?.split(' ') ?? []
}

const sizeOfFiles = ({ fields }: WaitingChange) =>
  fields.reduce((sum, [, value]) => sum + (typeof value === 'string' ? 0 : value.bytes.byteLength), 0)

function bodyOf({ fields, call }: WaitingChange): FormData | URLSearchParams | string {
  if (call) return JSON.stringify(call.body)
  const isText = (field: [string, string | KeptFile]): field is [string, string] =>
    typeof field[1] === 'string'
  if (fields.every(isText)) return new URLSearchParams(fields)
  const form = new FormData()
  for (const [name, value] of fields)
    form.append(
      name,
      typeof value === 'string' ? value : new File([value.bytes], value.name, { type: value.type }),
    )
  return form
}
