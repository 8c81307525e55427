import { choice, flag, listQuery, object, reference, t, text, version } from '#server/http/fields.ts'

const ID = t.String({ maxLength: 40 })
const Permission = t.Union([choice('none', 'see', 'work', 'manage'), t.Null(), t.Literal('')], {
  error: 'must be one of none, see, work, manage',
})

export const NewBoard = object({
  id: t.Optional(reference()),
  name: text(60, { required: true }),
  organisation: t.Optional(reference()),
})

export const BoardChange = object({
  name: t.Optional(text(60, { required: true })),
  organisation: t.Optional(reference()),
  archived: t.Optional(flag()),
  version: version(),
})

export const BoardOrder = object({ boardid: ID, afterid: t.Optional(reference()) })

// Boards stand in the order that people give them, so there is no other sort.
const { sort: _, ...listing } = listQuery
export const BoardList = object(listing)

export const OnePermission = object({ boardid: ID, roleid: ID, permission: Permission })
export const ManyPermissions = object({
  permissions: t.Array(object({ roleid: ID, permission: Permission }), { maxItems: 200 }),
})

export const BoardPage = object({ archived: t.Optional(flag()) })

export const BoardForm = t.Object(
  { name: text(60, { required: true }), organisation: t.Optional(reference()), version: version() },
  { additionalProperties: t.String({ maxLength: 20, pattern: '^(none|see|work|manage)?$' }) },
)
