import { isOurs } from '../captive-portal.ts'
import { changeWaiting, type KeptFile, listWaiting, removeWaiting, type WaitingChange } from './store.ts'
import { isTooOld } from './waiting-age.ts'

/** `called`: an island waits for it, which no table names. */
export type Sent = { labels: string[]; groups: string[]; tables: string[]; called: boolean }
/** `line`: no answer came, or none of the program. `signin`: who made it has to sign in again. */
type Outcome = 'sent' | 'refused' | 'line' | 'signin' | 'elsewhere'

/** Of the one who is signed in on this page, in their order; one tab at a time. */
export async function sendAll(person: string, account: string, onSent: (sent: Sent) => void): Promise<void> {
  const flush = () => sendInOrder(person, account, onSent)
  // Missing where the page came over plain http.
  if (!navigator.locks) return flush()
  await navigator.locks.request('joblane-outbox', { ifAvailable: true }, (lock) =>
    lock ? flush() : undefined,
  )
}

async function sendInOrder(person: string, account: string, onSent: (sent: Sent) => void): Promise<void> {
  const sent: Sent = { labels: [], groups: [], tables: [], called: false }
  const parked = new Set<string>()
  for (const one of await listWaiting()) {
    if (one.person !== person || one.account !== account) continue
    if (one.refused !== undefined || isTooOld(one) || parked.has(one.group)) {
      parked.add(one.group)
      continue
    }
    const outcome = await sendOne(one, sent)
    if (outcome === 'refused') parked.add(one.group)
    else if (outcome !== 'sent') break
  }
  if (sent.labels.length > 0) onSent(sent)
}

async function sendOne(one: WaitingChange, sent: Sent): Promise<Outcome> {
  const waited = Math.max(0, Math.round((Date.now() - one.made) / 1000))
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
  }).catch(() => undefined)
  if (!answer) return 'line'
  if (answer.ok && answer.headers.get('x-joblane-receipt') === one.key) {
    await removeWaiting(one.id)
    sent.labels.push(one.label)
    sent.groups.push(one.group)
    sent.called ||= one.call !== undefined
    sent.tables.push(...refreshed(answer))
    return 'sent'
  }
  if (answer.status === 401) return 'signin'
  const said = await readRefusal(answer)
  if (said?.code === 'otherperson' || said?.code === 'otheraccount') return 'elsewhere'
  if (!said?.message || answer.status >= 500 || answer.status === 429) return 'line'
  await changeWaiting({ ...one, refused: said.message, anyway: said.data?.anyway })
  return 'refused'
}

type Refusal = { message?: string; code?: string; data?: { anyway?: string } | null }

async function readRefusal(answer: Response): Promise<Refusal | undefined> {
  if (answer.status < 400 || !isOurs(answer)) return
  return answer.json().catch(() => undefined)
}

function refreshed(answer: Response): string[] {
  const trigger = JSON.parse(answer.headers.get('hx-trigger') ?? '{}') as { refresh?: { table?: string } }
  return trigger.refresh?.table?.split(' ') ?? []
}

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
