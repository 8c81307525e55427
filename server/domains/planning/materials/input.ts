import { exportQuery } from '#server/export/exported.ts'
import { choiceOrAll, flag, listQuery, object, t } from '#server/http/fields.ts'

const ID = t.Optional(t.String({ maxLength: 40 }))

const fields = {
  search: listQuery.search,
  sort: listQuery.sort,
  by: t.Optional(choiceOrAll('item', 'job')),
  whose: t.Optional(choiceOrAll('open', 'approved')),
  supplier: ID,
  item: ID,
  short: t.Optional(flag()),
  boards: t.Optional(choiceOrAll('this', 'all')),
}

export const MaterialsQuery = object({ ...fields, skip: listQuery.skip, take: listQuery.take })
export const MaterialsExportQuery = object({ ...fields, ...exportQuery })
