import { flag, integer, listQuery, object, reference, t, text, version } from '#server/http/fields.ts'

export const AccountList = object({
  ...listQuery,
  stale: t.Optional(flag()),
  tab: t.Optional(t.String({ maxLength: 20 })),
})

const moment = () =>
  t.Union(
    [
      t.Null(),
      t.String({
        pattern:
          '^$|^[12][0-9]{3}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])(T[0-2][0-9]:[0-5][0-9](:[0-5][0-9](\\.[0-9]{1,3})?)?Z)?$',
      }),
    ],
    { error: 'must be a date like 2026-11-21, or an instant like 2026-11-21T10:00:00Z' },
  )

export const SaveAccount = object({
  id: t.Optional(reference()),
  name: t.Optional(text(120)),
  reference: t.Optional(text(120)),
  primaryemail: t.Optional(text(250)),
  primaryphone: t.Optional(text(60)),
  utcexpires: t.Optional(moment()),
  size: t.Optional(integer(1, 3)),
  seatspaid: t.Optional(integer(0, 10_000)),
  archived: t.Optional(flag()),
  version: version(),
})

export const NewSeat = object({
  accountid: t.String({ maxLength: 40 }),
  email: text(250),
  systemadmin: t.Optional(flag()),
})

export const NewAccountNote = object({
  account: t.Optional(t.String({ maxLength: 40 })),
  accountid: t.Optional(t.String({ maxLength: 40 })),
  note: text(4_000, { multiline: true }),
})

export const NoteChange = object({
  note: t.Optional(text(4_000, { multiline: true })),
  hidden: t.Optional(flag()),
  version: version(),
})
