import { personFields } from '#server/domains/people/users/input.ts'
import { flag, object, t, text, version } from '#server/http/fields.ts'

export const Myself = object({
  ...personFields,
  firstname: t.Optional(text(80, { required: true })),
  email: t.Optional(text(250, { required: true })),
  /** Needed to change the e-mail, which is what one signs in by. */
  password: t.Optional(t.String({ maxLength: 256 })),
  version: version(),
})

export const NewPassword = object({
  oldpassword: t.String({ maxLength: 256 }),
  password: t.String({ maxLength: 256 }),
  confirmpassword: t.String({ maxLength: 256 }),
})

const hiding = { hide: t.Optional(flag()), accountid: t.Optional(t.String({ maxLength: 40 })) }
export const HideAccount = object(hiding)
export const HideBody = t.Optional(object({ ...hiding, id: t.Optional(t.String({ maxLength: 40 })) }))
