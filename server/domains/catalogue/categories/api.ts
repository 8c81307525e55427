import { listCategoryFields } from '#db/queries/catalogue/fields.ts'
import { categories } from '#db/schema/tenant/index.ts'
import { ById } from '#server/http/fields.ts'
import { dataReply, listData } from '#server/http/reply.ts'
import { api, type Route } from '#server/http/route.ts'
import { getRecord } from '#server/records.ts'
import { FieldList } from './input.ts'
import { presentField, readItems } from './present.ts'

export const categoriesApi: Route[] = [
  api(
    'GET /api/categories/:id/fields',
    {
      claim: 'categories.read',
      params: ById,
      query: FieldList,
      summary: 'What a category asks of its jobs.',
    },
    (c) =>
      c.read((db) => {
        getRecord(db, categories, c.params.id)
        const rows = listCategoryFields(db, c.params.id, c.query.archived)
        return dataReply(rows.map(presentField), { total: rows.length })
      }),
  ),

  api(
    'GET /api/categories/:id/inventory',
    { claim: 'categories.read', params: ById, summary: 'The items that go with a category.' },
    (c) => c.read((db) => listData(readItems(c, db, c.params.id))),
  ),
]
