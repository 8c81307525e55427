import { integer, object, reference, t, text, version } from '#server/http/fields.ts'

const fields = {
  title: t.Optional(text(120)),
  number: t.Optional(text(60)),
  email: t.Optional(text(250)),
}

export const NewContact = object({
  id: t.Optional(reference()),
  supplier: t.String({ maxLength: 40 }),
  name: text(120, { required: true }),
  ...fields,
})

export const ContactChange = object({
  name: t.Optional(text(120, { required: true })),
  ...fields,
  version: version(),
})

// The controls stand in the supplier's own dialog, whose fields come along and have names like these.
export const ContactForm = t.Object(
  {
    personname: text(120),
    persontitle: t.Optional(text(120)),
    personnumber: t.Optional(text(60)),
    personemail: t.Optional(text(250)),
    personversion: t.Optional(integer(1, 1_000_000_000)),
  },
  { additionalProperties: true },
)

type Sent = {
  personname: string
  persontitle?: string
  personnumber?: string
  personemail?: string
}

export const toContactValues = ({ personname, persontitle, personnumber, personemail }: Sent) => ({
  name: personname,
  title: persontitle,
  number: personnumber,
  email: personemail,
})
