import { choice, date, object, t, text } from '#server/http/fields.ts'

/** A form sends one text for one tick, and an empty one beside them. */
const names = () =>
  t
    .Transform(
      t.Union([t.String({ maxLength: 60 }), t.Array(t.String({ maxLength: 60 }), { maxItems: 200 })], {
        error: 'must be a list of rights',
      }),
    )
    .Decode((value) => [...new Set([value].flat().filter(Boolean))])
    .Encode((value) => value)

const limits = { claims: t.Optional(names()), expires: t.Optional(date()) }

export const NewKey = object({ application: t.Optional(text(60)), ...limits })

export const NewKeyForm = object({
  application: t.Optional(text(60)),
  ...limits,
  rights: t.Optional(choice('all', 'some')),
})
export const KeyQuery = object({ key: t.String({ maxLength: 100 }) })
export const Application = object({ application: t.Optional(text(60)) })
