import { id, object, t, text } from '#server/http/fields.ts'

const password = () => t.String({ maxLength: 256 })
const optionalText = (max: number) => t.Optional(text(max))

export const Credentials = object({ userName: t.String({ maxLength: 256 }), password: password() })

export const SignInForm = object({
  ...Credentials.properties,
  next: t.Optional(t.String({ maxLength: 2_000 })),
})

export const Renewal = object({
  token: t.Optional(t.String({ maxLength: 4_000 })),
  renewToken: t.String({ maxLength: 200 }),
})

/** The specification's payload; what is missing counts as left empty, so that each field gets its own sentence. */
export const Registration = object({
  firstname: optionalText(80),
  lastname: optionalText(80),
  email: optionalText(250),
  phone: optionalText(40),
  password: t.Optional(password()),
  confirmpassword: t.Optional(password()),
})

export const EmailInput = object({ email: text(250) })

const secret = () => t.String({ maxLength: 200 })
const passwords = { password: password(), confirmpassword: password() }

export const PasswordReset = object({ userid: id(), token: secret(), ...passwords })
export const Confirmation = object({ userid: id(), token: secret() })

export const NewPasswordForm = object({ token: secret(), ...passwords })
export const ConfirmationForm = object({ token: secret() })

export const LinkParams = object({ userid: id() })
export const LinkQuery = t.Object({ t: t.Optional(t.String({ maxLength: 200 })) })
