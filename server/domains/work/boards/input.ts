import { Type } from '@sinclair/typebox'
import { choice, flag, listQuery, object, reference, t, text, version } from '#server/http/fields.ts'

const ID = t.String({ maxLength: 40 })
const Permission = t.Union([choice('none', 'see', 'work', 'manage'), t.Null(), t.Literal('')], {
  error: 'must be one of none, see, work, manage',
})

/** Nothing: what is complete stays on its lane. */
const completedays = () =>
  t.Optional(
    t
      .Transform(
        t.Union(
          [
            t.Null(),
            Type.Integer({ minimum: 1, maximum: 999 }),
            t.String({ pattern: '^([1-9][0-9]{0,2})?$' }),
          ],
          { error: 'must be a whole number of days from 1 to 999, or empty' },
        ),
      )
      .Decode((value) => Number(value ?? 0) || null)
      .Encode((value) => value),
  )

export const NewBoard = object({
  id: t.Optional(reference()),
  name: text(60, { required: true }),
  organisation: t.Optional(reference()),
  completedays: completedays(),
})

export const BoardChange = object({
  name: t.Optional(text(60, { required: true })),
  organisation: t.Optional(reference()),
  completedays: completedays(),
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
  {
    name: text(60, { required: true }),
    organisation: t.Optional(reference()),
    completedays: completedays(),
    version: version(),
  },
  { additionalProperties: t.String({ maxLength: 20, pattern: '^(none|see|work|manage)?$' }) },
)
