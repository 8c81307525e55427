import type { DueMail } from '#db/queries/outbox.ts'
import { DAY_MS, MINUTE_MS } from '#server/instants.ts'
import type { Mail } from './queue.ts'
import type { SmtpError } from './smtp-error.ts'

/** A server that does not take a mail is asked for three days. */
export const LIFETIME_MS = 3 * DAY_MS
/** Where no server is set at all, a mail waits for as long as the links in it work. */
export const PATIENCE_MS = 7 * DAY_MS
const NO_SERVER_MS = 5 * MINUTE_MS
const FULL_MS = MINUTE_MS
/** Mails in a queue: only ids wait there, what they say stays in the file. */
const MAX_WAITING = 500
/** Minutes, attempt by attempt. */
const PAUSES_MIN = [1, 5, 15, 60, 180, 360]

/** In milliseconds. @param failures in a row, from 1 */
export const pauseMs = (failures: number) =>
  (PAUSES_MIN[Math.min(failures, PAUSES_MIN.length) - 1] ?? 0) * MINUTE_MS

export type DeliveryDecision =
  | { what: 'send' }
  | { what: 'wait'; until: string; why: string }
  | { what: 'giveup'; why: string }

/** Epoch milliseconds. */
type QueueState = { waiting: readonly unknown[]; downuntil: number; error: string }

const wait = (now: number, ms: number, why: string): DeliveryDecision => ({
  what: 'wait',
  until: new Date(now + ms).toISOString(),
  why,
})

export function decideDelivery(
  row: DueMail,
  mail: Mail | null,
  queue: QueueState | null,
  now: number,
): DeliveryDecision {
  if (!mail) return { what: 'giveup', why: 'It was sealed under another key and cannot be read.' }
  const age = now - Date.parse(row.createdutc)
  if (!queue) {
    const why = 'No mail server is set.'
    return age > PATIENCE_MS ? { what: 'giveup', why } : wait(now, NO_SERVER_MS, why)
  }
  if (queue.downuntil > now)
    return age > LIFETIME_MS
      ? { what: 'giveup', why: queue.error }
      : wait(now, queue.downuntil - now, queue.error)
  return queue.waiting.length >= MAX_WAITING ? wait(now, FULL_MS, '') : { what: 'send' }
}

export function decideAfterError(
  row: DueMail,
  { sentence, final }: SmtpError,
  now: number,
): DeliveryDecision {
  if (final || now - Date.parse(row.createdutc) > LIFETIME_MS) return { what: 'giveup', why: sentence }
  return wait(now, pauseMs(row.attempts + 1), sentence)
}
