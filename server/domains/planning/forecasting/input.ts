import { WIDEST_PREVIEW } from '#server/documents/print-query.ts'
import {
  choiceInAnyCase,
  choiceOrAll,
  date,
  flag,
  integer,
  listQuery,
  object,
  t,
} from '#server/http/fields.ts'

const ID = t.String({ maxLength: 40 })
const number = (most: number) =>
  t.Optional(
    t.Union([t.Literal(''), integer(1, most)], { error: `must be a whole number from 1 to ${most}` }),
  )

const fields = {
  by: t.Optional(choiceOrAll('week', 'month')),
  periods: number(53),
  from: t.Optional(date()),
  to: t.Optional(date()),
  average: number(26),
  search: listQuery.search,
  category: t.Optional(ID),
  supplier: t.Optional(ID),
  short: t.Optional(flag()),
}

export const ForecastPageQuery = object({ ...fields, skip: listQuery.skip, take: listQuery.take })

export const ForecastItemQuery = object(fields)

export const ForecastFileQuery = object({
  ...fields,
  boardid: t.Optional(ID),
  organisationid: t.Optional(ID),
  format: t.Optional(choiceInAnyCase('pdf', 'xlsx', 'csv', 'png')),
  width: t.Optional(integer(50, WIDEST_PREVIEW)),
})

export const BoardAddress = t.Object({
  jobs: t.String({ maxLength: 100 }),
  board: t.String({ maxLength: 200 }),
})

type Asked = { periods?: number | ''; average?: number | '' }

/** An empty choice is none. */
export const askedForecast = <Q extends Asked>(query: Q) => ({
  ...query,
  periods: query.periods || undefined,
  average: query.average || undefined,
})
