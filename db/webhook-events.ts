import { randomUUIDv7 } from 'bun'
import { prepared } from './sqlite.ts'
import type { Tx } from './transact.ts'
import type { TenantEvent } from './types.ts'

/** What is published of a record of a table is told as this. */
const ofTables = {
  stock: 'stock.changed',
  invoices: 'invoice.changed',
  payments: 'payment.changed',
  estimates: 'estimate.changed',
  deliveries: 'delivery.changed',
  purchaseorders: 'order.changed',
  supplierinvoices: 'supplierinvoice.changed',
} as const

export type WebhookKind =
  | 'job.changed'
  | 'job.moved'
  | 'step.changed'
  | (typeof ofTables)[keyof typeof ofTables]

export const WEBHOOK_QUEUED = 'WebhookQueued'

/** Of one webhook, which may be down for three days. */
export const MAX_WAITING = 10_000

type Told = { kind: WebhookKind; id: string }
type Listening = { id: string; kinds: string; state: string; waiting: number }

function toTold({ event, args, userid }: TenantEvent): Told[] {
  const { id, jobid, table, told = table } = (args[0] ?? {}) as Record<string, string | undefined>
  if (event === 'JobMoved' && id) return [{ kind: 'job.moved', id }]
  if (event === 'JobChanged' && id) return [{ kind: 'job.changed', id }]
  if (event === 'WorkChanged' && jobid) return [{ kind: 'step.changed', id: jobid }]
  const kind = ofTables[told as keyof typeof ofTables]
  return event === 'RecordChanged' && kind && id && !userid ? [{ kind, id }] : []
}

/** In the transaction of the change itself: told if and only if it is saved, however soon the program ends after. */
export function queueWebhookEvents(tx: Tx, events: readonly TenantEvent[]) {
  const told = new Map(events.flatMap(toTold).map((one) => [`${one.kind} ${one.id}`, one]))
  if (told.size === 0) return
  const listening = prepared<Listening>(
    tx.db,
    "SELECT id, kinds, state, waiting FROM webhooks WHERE archived = 0 AND state <> 'off'",
  ).all([])
  for (const webhook of listening) queueFor(tx, webhook, [...told.values()])
}

function queueFor(tx: Tx, { id, kinds, state, waiting }: Listening, told: Told[]) {
  const chosen: string[] = JSON.parse(kinds)
  const wanted = told.filter(({ kind }) => chosen.includes(kind))
  if (wanted.length === 0) return
  const kept = state === 'on' ? wanted.slice(0, Math.max(0, MAX_WAITING - waiting)) : []
  insertWebhookEvents(tx, id, kept)
  prepared(tx.db, 'UPDATE webhooks SET waiting = waiting + ?, dropped = dropped + ? WHERE id = ?').run([
    kept.length,
    wanted.length - kept.length,
    id,
  ])
  if (kept.length > 0) tx.publish(WEBHOOK_QUEUED, [])
}

/** @returns their ids */
export function insertWebhookEvents(
  { db, seq, now }: Tx,
  webhookid: string,
  events: readonly { kind: string; id: string }[],
): string[] {
  const rows = events.map(({ kind, id }) => [`msg_${randomUUIDv7().replaceAll('-', '')}`, kind, id] as const)
  prepared(
    db,
    `INSERT INTO webhook_events (id, webhookid, kind, recordid, seq, createdutc, nextutc)
     SELECT value ->> 0, ?1, value ->> 1, value ->> 2, ?2, ?3, ?3 FROM json_each(?4)`,
  ).run([webhookid, seq, now, JSON.stringify(rows)])
  return rows.map(([id]) => id)
}
