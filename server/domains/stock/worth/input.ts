import { exportQuery } from '#server/export/exported.ts'
import { choiceOrAll, date, integer, listQuery, object, t } from '#server/http/fields.ts'

const list = { skip: listQuery.skip, take: listQuery.take, search: listQuery.search }
const category = t.Optional(t.String({ maxLength: 40 }))

export const WorthQuery = object({
  ...list,
  ...exportQuery,
  category,
  day: t.Optional(date()),
  by: t.Optional(choiceOrAll('item', 'category', 'place')),
  place: t.Optional(t.String({ maxLength: 40 })),
})

export const MovementsQuery = object({
  ...list,
  ...exportQuery,
  category,
  start: t.Optional(date()),
  end: t.Optional(date()),
})

export const SlowQuery = object({
  ...list,
  ...exportQuery,
  days: t.Optional(t.Union([t.Literal(''), integer(1, 3650)], { error: 'must be a number of days' })),
})
