import { choice, object, reference, t, text, version } from '#server/http/fields.ts'

/** A form sends one text for one tick, and an empty one beside them so that none can be told. */
const names = () =>
  t
    .Transform(
      t.Union([t.String({ maxLength: 60 }), t.Array(t.String({ maxLength: 60 }), { maxItems: 50 })], {
        error: 'must be a list of names',
      }),
    )
    .Decode((value) => [...new Set([value].flat().filter(Boolean))])
    .Encode((value) => value)

const values = {
  name: t.Optional(text(60)),
  url: text(500, { required: true }),
  kinds: names(),
  claims: t.Optional(names()),
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
