import { object, t, text } from '#server/http/fields.ts'

export const NewKey = object({ application: t.Optional(text(60)) })
export const KeyQuery = object({ key: t.String({ maxLength: 100 }) })
export const Application = object({ application: t.Optional(text(60)) })
