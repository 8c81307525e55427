import { choiceOrAll, flag, listQuery, object, reference, t, text, version } from '#server/http/fields.ts'

/** Ids: a list, or what a form's ticks send (one text, several, and an empty one so that none can be told). */
const ids = (most: number, error: string) =>
  t
    .Transform(
      t.Union([t.String({ maxLength: 40 }), t.Array(t.String({ maxLength: 40 }), { maxItems: most })], {
        error,
      }),
    )
    .Decode((value) => [...new Set([value].flat().filter(Boolean))])
    .Encode((value) => value)

const roleIds = () => ids(200, 'must be a list of role ids')

/** The worker who they are: an id, `new`, empty for none, or `match`, which an invitation means if nothing is said. */
const worker = () => t.Optional(t.String({ maxLength: 40 }))

export const personFields = {
  firstname: t.Optional(text(80)),
  lastname: t.Optional(text(80)),
  phone: t.Optional(text(60)),
}

export const PictureUpload = object({ file: t.Optional(t.Unknown()), userid: t.Optional(reference()) })

export const NewUser = object({
  id: t.Optional(reference()),
  email: text(250, { required: true }),
  ...personFields,
  roles: t.Optional(roleIds()),
  licensed: t.Optional(flag()),
  worker: worker(),
})

export const UserChange = object({
  ...personFields,
  roles: t.Optional(roleIds()),
  licensed: t.Optional(flag()),
  worker: worker(),
  version: version(),
})

/** Always counted to the end: who waits for an answer to an invitation, the platform knows, and no thread. */
const { exact: _, ...userListQuery } = listQuery

export const UserList = object({
  ...userListQuery,
  role: t.Optional(t.String({ maxLength: 40 })),
  status: t.Optional(choiceOrAll('active', 'invited', 'noseat')),
})

export const UserMessage = object({
  userids: t.Optional(ids(500, 'must be a list of at most 500 ids')),
  subject: text(150, { required: true }),
  message: text(10_000, { required: true, multiline: true }),
})
