import {
  listWebhookAttempts,
  listWebhookEvents,
  listWebhooks,
  type Webhook,
  type WebhookEvent,
} from '#db/queries/settings/webhooks.ts'
import type { TenantDb } from '#db/types.ts'
import { countWaitingEvents, waitingEventsByWebhook } from '#db/webhook-events.ts'
import { eventKinds, isWebhookKind } from '#server/webhooks/event-kinds.ts'

const LOG = 50

/** Never a secret: it was shown once. */
const toView = (webhook: Webhook, waiting: number) => ({
  id: webhook.id,
  version: webhook.version,
  name: webhook.name,
  url: webhook.url,
  kinds: JSON.parse(webhook.kinds) as string[],
  claims: JSON.parse(webhook.claims) as string[],
  state: webhook.state,
  reason: webhook.reason,
  waiting,
  dropped: webhook.dropped,
  answeredutc: webhook.answeredutc,
  oldsecretuntil: webhook.oldsecretuntil,
  createdutc: webhook.createdutc,
})
export type WebhookView = ReturnType<typeof toView>

export const presentWebhook = (db: TenantDb, webhook: Webhook): WebhookView =>
  toView(webhook, countWaitingEvents(db, webhook.id))

/** All, each with what waits for it. */
export function presentWebhooks(db: TenantDb): WebhookView[] {
  const waiting = waitingEventsByWebhook(db)
  return listWebhooks(db).map((webhook) => toView(webhook, waiting.get(webhook.id) ?? 0))
}

const eventState = ({ sentutc, nextutc, attempts }: WebhookEvent) => {
  if (nextutc) return attempts > 0 ? ('retrying' as const) : ('waiting' as const)
  return sentutc ? ('delivered' as const) : ('failed' as const)
}

export function readEvents(db: TenantDb, webhookid: string) {
  const events = listWebhookEvents(db, webhookid, LOG)
  const attempts = Map.groupBy(
    listWebhookAttempts(
      db,
      webhookid,
      events.map(({ id }) => id),
    ),
    ({ eventid }) => eventid,
  )
  return events.map((event) => ({
    id: event.id,
    kind: event.kind,
    label: isWebhookKind(event.kind) ? eventKinds[event.kind].label : 'A test',
    recordid: event.recordid,
    createdutc: event.createdutc,
    state: eventState(event),
    nextutc: event.nextutc,
    error: event.error,
    attempts: (attempts.get(event.id) ?? []).map(({ eventid: _, ...attempt }) => attempt),
  }))
}
