import { date, integer, object, t, text } from '#server/http/fields.ts'

const asked = {
  kind: t.Optional(t.String({ maxLength: 20 })),
  start: t.Optional(date()),
  end: t.Optional(date()),
  before: t.Optional(integer(1, 999_999_999)),
}

export const AccountAuditQuery = object({ ...asked, userid: t.Optional(t.String({ maxLength: 40 })) })
export const PlatformAuditQuery = object({ ...asked, search: t.Optional(text(250)) })
