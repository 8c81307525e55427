import { findReply } from '#server/replies/find-reply.ts'
import type { Replies, Shape } from '#server/replies/types.ts'
import { eventKinds, findEventRoute, TEST_EVENT, webhookKinds } from '#server/webhooks/event-kinds.ts'
import type { Route } from './route.ts'

/** The `webhooks` of OpenAPI 3.1: what is posted for each kind of event. */
export function describeWebhooks(routes: readonly Route[], replies: Replies) {
  const events = webhookKinds.map((kind) => {
    const { label, call, claim } = eventKinds[kind]
    const { data = {} } = findReply(findEventRoute(routes, kind), replies)
    const says = `Carries what ${call} answers then (claim ${claim}); null once the record is gone, or is not for whoever made the webhook.`
    return [kind, { post: describeEvent(kind, label, says, { anyOf: [data, { type: 'null' }] }) }]
  })
  const said: Shape = { type: 'object', properties: { message: { type: 'string' } }, required: ['message'] }
  const test = describeEvent(TEST_EVENT, 'A test', 'Sent when somebody asks for it. Nothing changed.', said)
  return Object.fromEntries([...events, [TEST_EVENT, { post: test }]])
}

const describeEvent = (kind: string, summary: string, description: string, data: Shape) => ({
  ...{ operationId: `event.${kind}`, summary, description, parameters },
  requestBody: { required: true, content: { 'application/json': { schema: shapeOf(kind, data) } } },
  responses: {
    '2XX': { description: 'Taken. Of the answer nothing but its status is read.' },
    410: {
      description: 'Stops the webhook. After any other answer, or none in 15 seconds, it is sent again.',
    },
  },
})

const parameters = [
  { name: 'webhook-id', description: 'The same each time that the event is sent.' },
  { name: 'webhook-timestamp', description: 'Seconds since 1970 at this attempt.' },
  { name: 'webhook-signature', description: 'By Standard Webhooks 1.0.0: `v1,…`, one for each secret.' },
].map((header) => ({ ...header, in: 'header', required: true, schema: { type: 'string' } }))

/** As `buildEvent` writes it. */
function shapeOf(kind: string, data: Shape): Shape {
  const properties: Record<string, Shape> = {
    type: { const: kind },
    timestamp: { type: 'string' },
    accountid: { type: 'string' },
    id: { type: 'string' },
    version: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
    change_seq: { type: 'integer' },
    data,
  }
  return { type: 'object', properties, required: Object.keys(properties) }
}
