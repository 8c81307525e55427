import { flag, listQuery, object, reference, t, text, version } from '#server/http/fields.ts'

const fields = {
  client: t.Optional(reference()),
  parent: t.Optional(reference()),
  addressline1: t.Optional(text(200)),
  addressline2: t.Optional(text(200)),
  addressline3: t.Optional(text(200)),
  addressline4: t.Optional(text(200)),
  city: t.Optional(text(120)),
  province: t.Optional(text(120)),
  country: t.Optional(text(120)),
  postalcode: t.Optional(text(20)),
  contactname: t.Optional(text(120)),
  contactnumber: t.Optional(text(60)),
  contactemail: t.Optional(text(250)),
  responsibilityid: t.Optional(reference()),
}

export const NewLocation = object({
  id: t.Optional(reference()),
  name: text(120, { required: true }),
  ...fields,
})

export const LocationChange = object({
  name: t.Optional(text(120, { required: true })),
  ...fields,
  archived: t.Optional(flag()),
  version: version(),
})

export const LocationList = object({ ...listQuery, client: t.Optional(t.String({ maxLength: 40 })) })
