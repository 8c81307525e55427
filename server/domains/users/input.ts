import { choice, flag, listQuery, object, reference, t, text, version } from '#server/http/fields.ts'

/** Role ids: a list, or what a form's ticks send (one text, several, and an empty one so that none can be told). */
const roleIds = () =>
  t
    .Transform(
      t.Union([t.String({ maxLength: 40 }), t.Array(t.String({ maxLength: 40 }), { maxItems: 200 })], {
        error: 'must be a list of role ids',
      }),
    )
    .Decode((value) => [...new Set([value].flat().filter(Boolean))])
    .Encode((value) => value)

const names = {
  firstname: t.Optional(text(80)),
  lastname: t.Optional(text(80)),
  phone: t.Optional(text(60)),
}

export const NewUser = object({
  id: t.Optional(reference()),
  email: text(250, { required: true }),
  ...names,
  roles: t.Optional(roleIds()),
  licensed: t.Optional(flag()),
})

export const UserChange = object({
  ...names,
  roles: t.Optional(roleIds()),
  licensed: t.Optional(flag()),
  version: version(),
})

export const UserList = object({
  ...listQuery,
  role: t.Optional(t.String({ maxLength: 40 })),
  status: t.Optional(t.Union([choice('active', 'invited', 'noseat'), t.Literal('')])),
})

/** Who is written to: ids, as a list or as a form's ticks send them. */
export const Message = object({
  userids: t.Optional(
    t
      .Transform(
        t.Union([t.String({ maxLength: 40 }), t.Array(t.String({ maxLength: 40 }), { maxItems: 500 })], {
          error: 'must be a list of at most 500 ids',
        }),
      )
      .Decode((value) => [...new Set([value].flat().filter(Boolean))])
      .Encode((value) => value),
  ),
  subject: text(150, { required: true }),
  message: text(10_000, { required: true }),
})

export const Myself = object({
  ...names,
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

export const NewKey = object({ application: t.Optional(text(60)) })
export const WhichKey = object({ key: t.String({ maxLength: 100 }) })
export const Application = object({ application: t.Optional(text(60)) })

/** Which of my accounts the switcher shows; without an id, the open one. */
const hiding = { hide: t.Optional(flag()), accountid: t.Optional(t.String({ maxLength: 40 })) }
export const Hide = object(hiding)
export const HideBody = t.Optional(object({ ...hiding, id: t.Optional(t.String({ maxLength: 40 })) }))
export const DryRun = object({ dryrun: t.Optional(flag()) })
