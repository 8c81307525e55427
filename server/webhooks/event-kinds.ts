import type { WebhookKind } from '#db/webhook-events.ts'
import type { Claim } from '#server/access/claims.ts'
import type { Route } from '#server/http/route.ts'

type EventKind = {
  label: string
  /** What the event carries is what this call answers to whoever holds the claims of the webhook. */
  call: `GET /api/${string}`
  param: string
  claim: Claim
}

export const eventKinds: Record<WebhookKind, EventKind> = {
  'job.changed': { label: 'A job changed', call: 'GET /api/jobs/:id', param: 'id', claim: 'jobs.read' },
  'job.moved': { label: 'A job is new or moved', call: 'GET /api/jobs/:id', param: 'id', claim: 'jobs.read' },
  'step.changed': {
    label: 'Work on the steps of a job',
    call: 'GET /api/steps/job/:id',
    param: 'id',
    claim: 'jobs.read',
  },
  'stock.changed': {
    label: 'The stock of an item',
    call: 'GET /api/inventory/:id/levels',
    param: 'id',
    claim: 'stock.read',
  },
  'estimate.changed': {
    label: 'An estimate was sent or answered',
    call: 'GET /api/jobs/:id',
    param: 'id',
    claim: 'jobs.read',
  },
  'invoice.changed': {
    label: 'An invoice or credit note',
    call: 'GET /api/invoices/:id',
    param: 'id',
    claim: 'invoices.read',
  },
  'payment.changed': {
    label: 'A payment',
    call: 'GET /api/payments/:paymentid',
    param: 'paymentid',
    claim: 'invoices.read',
  },
  'delivery.changed': {
    label: 'A delivery note',
    call: 'GET /api/delivery/:id',
    param: 'id',
    claim: 'delivery.read',
  },
  'order.changed': {
    label: 'A purchase order',
    call: 'GET /api/purchaseorders/:id',
    param: 'id',
    claim: 'purchase.read',
  },
  'supplierinvoice.changed': {
    label: 'An invoice of a supplier',
    call: 'GET /api/supplierinvoices/:id',
    param: 'id',
    claim: 'supplierinvoices.read',
  },
}

/** The call that is answered by an event of this kind. */
export function findEventRoute(routes: readonly Route[], kind: WebhookKind): Route {
  const { call } = eventKinds[kind]
  const route = routes.find(({ method, path }) => call === `${method} ${path}`)
  if (!route) throw new Error(`There is no call ${call}.`)
  return route
}

/** Told when somebody asks for it, and of no record. */
export const TEST_EVENT = 'test'

export const webhookKinds = Object.keys(eventKinds) as WebhookKind[]

/** What a webhook may be given: what its kinds are read by, and what shows more in them. */
export const webhookClaims: readonly Claim[] = [
  ...new Set(Object.values(eventKinds).map(({ claim }) => claim)),
  'jobs.money',
  'pricing.read',
  'history.read',
]

export const isWebhookKind = (kind: string): kind is WebhookKind => kind in eventKinds
