import { bodySchema } from '#server/http/body-schema.ts'
import { flag, listQuery, object, reference, t, text, version } from '#server/http/fields.ts'
import { locationFields } from './fields.ts'

export const NewLocation = object({
  ...bodySchema(locationFields),
  id: t.Optional(reference()),
  name: text(locationFields.name.max, { required: true }),
})

export const LocationChange = object({
  ...bodySchema(locationFields),
  archived: t.Optional(flag()),
  version: version(),
})

export const LocationList = object({ ...listQuery, client: t.Optional(t.String({ maxLength: 40 })) })
