import { claimNames } from '#server/access/claims.ts'
import { choice, choices, date, object, t, text } from '#server/http/fields.ts'

const limits = {
  claims: t.Optional(choices(...claimNames)),
  expires: t.Optional(date()),
}

export const NewKey = object({ application: t.Optional(text(60)), ...limits })

export const NewKeyForm = object({
  application: t.Optional(text(60)),
  ...limits,
  rights: t.Optional(choice('all', 'some')),
})
export const KeyQuery = object({ key: t.String({ maxLength: 100 }) })
export const Application = object({ application: t.Optional(text(60)) })
