import { choice, choices, object, reference, t, text, version } from '#server/http/fields.ts'
import { webhookClaims, webhookKinds } from '#server/webhooks/event-kinds.ts'

const values = {
  name: t.Optional(text(60)),
  url: text(500, { required: true }),
  kinds: choices(...webhookKinds),
  claims: t.Optional(choices(...webhookClaims)),
}

export const NewWebhook = object({ id: t.Optional(reference()), ...values })

export const WebhookChange = object({
  name: values.name,
  url: t.Optional(values.url),
  kinds: t.Optional(values.kinds),
  claims: values.claims,
  state: t.Optional(choice('on', 'off')),
  version: version(),
})

export const WebhookForm = object({ ...values, version: version() })

export const ByEvent = t.Object({ id: t.String({ maxLength: 100 }), eventid: t.String({ maxLength: 100 }) })
