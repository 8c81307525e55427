import { tradeChoice } from '#server/domains/settings/trades/input.ts'
import { flag, integer, object, reference, t, text, version } from '#server/http/fields.ts'

export const NewAccount = object({
  trade: t.Optional(tradeChoice()),
  name: t.Optional(text(120)),
  reference: t.Optional(text(120)),
  primaryemail: t.Optional(text(250)),
  primaryphone: t.Optional(text(60)),
})

export const AccountChange = object({
  name: t.Optional(text(120)),
  reference: t.Optional(text(120)),
  primaryemail: t.Optional(text(250)),
  primaryphone: t.Optional(text(60)),
  smtpserver: t.Optional(t.Union([text(250), t.Null()], { error: 'may have at most 250 characters' })),
  smtpport: t.Optional(
    t.Union([integer(1, 65_535), t.Null(), t.Literal('')], {
      error: 'must be a whole number from 1 to 65535',
    }),
  ),
  smtpusername: t.Optional(t.Union([text(250), t.Null()], { error: 'may have at most 250 characters' })),
  smtppassword: t.Optional(t.String({ maxLength: 500, error: 'may have at most 500 characters' })),
  version: version(),
})

export const AccountTarget = object({
  id: t.Optional(t.String({ maxLength: 40 })),
  accountid: t.Optional(t.String({ maxLength: 40 })),
})

/** How a person who asked to join is let in. `roles` as a form sends it: one id, several, or none. */
export const JoinDecision = object({
  roles: t.Optional(t.Union([reference(), t.Array(reference(), { maxItems: 100 })])),
  licensed: t.Optional(flag()),
})
