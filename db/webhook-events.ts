import { randomUUIDv7 } from 'bun'
import { prepared, tableChanges } from './sqlite.ts'
import type { MadeOf } from './table-changes.ts'
import type { Tx } from './transact.ts'
import type { TenantDb, TenantEvent } from './types.ts'

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

const COUNT_AGAIN_MS = 1_000

type Told = { kind: WebhookKind; id: string }
type ListeningWebhook = { id: string; kinds: ReadonlySet<string>; ison: boolean }

function toTold({ event, args, userid }: TenantEvent): Told[] {
  const { id, jobid, table, told = table } = (args[0] ?? {}) as Record<string, string | undefined>
  if (event === 'JobMoved' && id) return [{ kind: 'job.moved', id }]
  if (event === 'JobChanged' && id) return [{ kind: 'job.changed', id }]
  if (event === 'WorkChanged' && jobid) return [{ kind: 'step.changed', id: jobid }]
  const kind = ofTables[told as keyof typeof ofTables]
  return event === 'RecordChanged' && kind && id && !userid ? [{ kind, id }] : []
}

/** In the transaction of the change itself: told if and only if it is saved, however soon the program ends after. */
export function queueWebhookEvents(
  tx: Tx,
  events: readonly TenantEvent[],
  listening: readonly ListeningWebhook[],
) {
  if (listening.length === 0) return
  const told = new Map(events.flatMap(toTold).map((one) => [`${one.kind} ${one.id}`, one]))
  if (told.size === 0) return
  for (const webhook of listening) queueFor(tx, webhook, [...told.values()])
}

const listeningIn = new WeakMap<TenantDb, { value: ListeningWebhook[]; made: MadeOf }>()

/** Read again after a change of webhooks. */
export function listeningWebhooks(db: TenantDb): readonly ListeningWebhook[] {
  const changes = tableChanges(db)
  const known = listeningIn.get(db)
  if (known && changes?.stands(known.made)) return known.value
  if (!changes) return readListening(db)
  const read = changes.watch(() => readListening(db))
  listeningIn.set(db, read)
  return read.value
}

const readListening = (db: TenantDb): ListeningWebhook[] =>
  prepared<{ id: string; kinds: string; state: string }>(
    db,
    "SELECT id, kinds, state FROM webhooks WHERE archived = 0 AND state <> 'off'",
  )
    .all([])
    .map(({ id, kinds, state }) => ({ id, kinds: new Set(JSON.parse(kinds)), ison: state === 'on' }))

function queueFor(tx: Tx, { id, kinds, ison }: ListeningWebhook, told: Told[]) {
  const wanted = told.filter(({ kind }) => kinds.has(kind))
  if (wanted.length === 0) return
  const kept = ison ? wanted.slice(0, takePlaces(tx.db, id, wanted.length)) : []
  if (kept.length < wanted.length)
    prepared(tx.db, 'UPDATE webhooks SET dropped = dropped + ? WHERE id = ?').run([
      wanted.length - kept.length,
      id,
    ])
  if (kept.length === 0) return
  insertWebhookEvents(tx, id, kept)
  tx.publish(WEBHOOK_QUEUED, [])
}

/** Of a webhook: how many events more may wait, as they were counted then. */
type Places = { left: number; counted: number }

const placesIn = new WeakMap<TenantDb, Map<string, Places>>()

/** Events are counted anew when those counted run out, not for each change. @returns how many of the wanted places there are */
function takePlaces(db: TenantDb, webhookid: string, wanted: number): number {
  const all = placesIn.get(db) ?? new Map<string, Places>()
  placesIn.set(db, all)
  const now = performance.now()
  let places = all.get(webhookid)
  if (!places || (places.left < wanted && now - places.counted > COUNT_AGAIN_MS)) {
    places = { left: Math.max(0, MAX_WAITING - countWaitingEvents(db, webhookid)), counted: now }
    all.set(webhookid, places)
  }
  const taken = Math.min(wanted, places.left)
  places.left -= taken
  return taken
}

export const countWaitingEvents = (db: TenantDb, webhookid: string): number =>
  prepared<{ n: number }>(
    db,
    'SELECT count(*) AS n FROM webhook_events WHERE webhookid = ? AND nextutc IS NOT NULL',
  ).get([webhookid])?.n ?? 0

/** Of each webhook: how many of its events wait. */
export const waitingEventsByWebhook = (db: TenantDb): ReadonlyMap<string, number> =>
  new Map(
    prepared<{ id: string; n: number }>(
      db,
      `SELECT w.id, (SELECT count(*) FROM webhook_events e WHERE e.webhookid = w.id AND e.nextutc IS NOT NULL) AS n
       FROM webhooks w WHERE w.archived = 0`,
    )
      .all([])
      .map(({ id, n }) => [id, n]),
  )

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
