import { date, id, listQuery, t } from '#server/http/fields.ts'
import { CHARGED_AS } from './sales.ts'

const record = () =>
  t.Optional(t.String({ pattern: '^(none|[0-9a-f-]{36}|)$', error: 'is not the id of a record' }))

/** `none` stands for the rows without such a record. */
export const reportQuery = {
  start: t.Optional(date()),
  end: t.Optional(date()),
  date: t.Optional(date()),
  client: record(),
  item: record(),
  category: record(),
  supplier: record(),
  worker: record(),
  organisation: record(),
  charged: t.Optional(t.String({ pattern: CHARGED_AS.source, error: 'is no kind of document and VAT' })),
}

/** Of a page: by which of its columns the rows stand. */
export const sortedQuery = { ...reportQuery, sort: listQuery.sort }

export const ByName = t.Object({ report: t.String({ maxLength: 60 }) })

export const ByRun = t.Object({ report: ByName.properties.report, run: id() })
