import { and, asc, desc, eq, isNotNull, lte } from 'drizzle-orm'
import { webhook_events, webhooks } from '#db/schema/tenant/index.ts'
import { prepared } from '#db/sqlite.ts'
import { type Params, type RowOf, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'

const all = statement((q) =>
  q.select().from(webhooks).where(eq(webhooks.archived, false)).orderBy(asc(webhooks.createdutc)),
)
export type Webhook = RowOf<typeof all>

export const listWebhooks = (db: TenantDb): Webhook[] => all.all(db)

const dueOf = statement((q, p: Params<{ id: string; now: string; limit: number }>) =>
  q
    .select()
    .from(webhook_events)
    .where(
      and(
        eq(webhook_events.webhookid, p.id),
        isNotNull(webhook_events.nextutc),
        lte(webhook_events.nextutc, p.now),
      ),
    )
    .orderBy(asc(webhook_events.nextutc))
    .limit(p.limit),
)
export type WebhookEvent = RowOf<typeof dueOf>

export const dueWebhookEvents = (db: TenantDb, id: string, now: string, limit: number): WebhookEvent[] =>
  dueOf.all(db, { id, now, limit })

const nextOf = statement((q, p: Params<{ id: string }>) =>
  q
    .select({ nextutc: webhook_events.nextutc })
    .from(webhook_events)
    .where(and(eq(webhook_events.webhookid, p.id), isNotNull(webhook_events.nextutc)))
    .orderBy(asc(webhook_events.nextutc))
    .limit(1),
)

/** When the next attempt is due; what is switched off or stopped waits for a person. */
export function nextWebhookEvent(db: TenantDb): string | null {
  const times = all
    .all(db)
    .flatMap(({ id, state }) => (state === 'on' ? (nextOf.get(db, { id })?.nextutc ?? []) : []))
  return times.sort()[0] ?? null
}

/** Of the webhooks that did not answer: when the first of what waits is tried again. */
export const listWebhookRetries = (db: TenantDb): ReadonlyMap<string, string> =>
  new Map(
    prepared<{ id: string; nextutc: string | null }>(
      db,
      `SELECT w.id, (SELECT e.nextutc FROM webhook_events e WHERE e.webhookid = w.id AND e.nextutc IS NOT NULL
         AND e.attempts > 0 ORDER BY e.nextutc LIMIT 1) AS nextutc
       FROM webhooks w WHERE w.archived = 0 AND w.state = 'on'`,
    )
      .all()
      .flatMap(({ id, nextutc }) => (nextutc ? [[id, nextutc] as const] : [])),
  )

const newest = statement((q, p: Params<{ id: string; limit: number }>) =>
  q
    .select()
    .from(webhook_events)
    .where(eq(webhook_events.webhookid, p.id))
    .orderBy(desc(webhook_events.id))
    .limit(p.limit),
)

export const listWebhookEvents = (db: TenantDb, id: string, limit: number): WebhookEvent[] =>
  newest.all(db, { id, limit })

export const webhookEventById = (db: TenantDb, webhookid: string, id: string) =>
  db
    .select()
    .from(webhook_events)
    .where(and(eq(webhook_events.id, id), eq(webhook_events.webhookid, webhookid)))
    .get()

type WebhookAttempt = {
  eventid: string
  dateutc: string
  status: number | null
  milliseconds: number
  error: string
}

export const listWebhookAttempts = (db: TenantDb, webhookid: string, eventids: readonly string[]) =>
  prepared<WebhookAttempt>(
    db,
    `SELECT eventid, dateutc, status, milliseconds, error FROM webhook_attempts
     WHERE webhookid = ?1 AND eventid IN (SELECT value FROM json_each(?2)) ORDER BY id`,
  ).all([webhookid, JSON.stringify(eventids)])

/** What was told long ago, a few at a time: as many again come in as go. @param before an id, which tells its time */
export function forgetWebhookEvents(db: TenantDb, webhookid: string, before: string, limit: number) {
  const old = `SELECT id FROM webhook_events WHERE webhookid = ?1 AND id < ?2 AND nextutc IS NULL ORDER BY id LIMIT ?3`
  prepared(db, `DELETE FROM webhook_attempts WHERE webhookid = ?1 AND eventid IN (${old})`).run([
    webhookid,
    before,
    limit,
  ])
  prepared(db, `DELETE FROM webhook_events WHERE webhookid = ?1 AND id IN (${old})`).run([
    webhookid,
    before,
    limit,
  ])
}

/** Of a copy of an account: the account itself tells what waits in it. */
export const silenceWebhooks = (db: TenantDb) => {
  prepared(db, "UPDATE webhooks SET state = 'off'").run()
  prepared(db, 'UPDATE webhook_events SET nextutc = NULL WHERE nextutc IS NOT NULL').run()
}
