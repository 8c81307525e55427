import { choice, id, object, t, text } from '#server/http/fields.ts'

export const LINK_DAYS = 30
export const MOST_LINK_DAYS = 365

export const LINK_SHOWN_ONCE =
  'This link was made by the same request before, and shown in its first answer alone.'

export const purpose = () => choice('approve', 'accept')

/** `expires`: the last day on which it works, or an instant; none: 30 days, and no longer than the estimate is valid. */
export const NewLink = object({
  purpose: purpose(),
  expires: t.Optional(text(40)),
  organisationid: t.Optional(t.String({ maxLength: 40 })),
})

export const ByLink = t.Object({ id: id(), linkid: id() })
export const BySignature = t.Object({ a: id(), b: id() })
export const ByCode = t.Object({ code: t.String({ maxLength: 100 }) })

/** What is missing or too long is said on the page, beside what was typed. */
export const Answer = object({
  answer: choice('approve', 'change', 'refuse'),
  name: t.Optional(text(100)),
  comment: t.Optional(text(2_000, { multiline: true })),
  signature: t.Optional(
    t.String({ maxLength: 60_000, error: 'is too large: clear it and draw it with fewer strokes' }),
  ),
  once: t.Optional(t.String({ maxLength: 40 })),
})
