import { listCategoryItems } from '#db/queries/catalogue/category-inventory.ts'
import { listCategoryFields } from '#db/queries/catalogue/fields.ts'
import { categories } from '#db/schema/tenant/index.ts'
import type { TenantDb } from '#db/types.ts'
import { ById, id, t } from '#server/http/fields.ts'
import { data } from '#server/http/reply.ts'
import { api, type Route } from '#server/http/route.ts'
import { find } from '#server/records.ts'
import { FieldChange, FieldList, ItemGone, ItemLink, NewField } from './input.ts'
import { linkItem, unlinkItems } from './link-item.ts'
import { presentField, presentItem } from './present.ts'
import { addField, changeField } from './save-field.ts'

const itemsReply = (db: TenantDb, categoryid: string) => {
  find(db, categories, categoryid)
  const items = listCategoryItems(db, categoryid)
  return data(items.map(presentItem), { total: items.length })
}

/** What lies beside the categories themselves: their fields and items. */
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
        find(db, categories, c.params.id)
        const rows = listCategoryFields(db, c.params.id, c.query.archived)
        return data(rows.map(presentField), { total: rows.length })
      }),
  ),

  api(
    'POST /api/categories/fields',
    { claim: 'categories.write', body: NewField, summary: 'Adds a field.' },
    (c) => c.write((tx) => presentField(addField(tx, { ...c.body, id: c.body.id ?? undefined }))),
  ),

  api(
    'PATCH /api/categories/fields/:id',
    {
      claim: 'categories.write',
      params: ById,
      body: FieldChange,
      summary: 'Changes, archives or restores a field.',
    },
    (c) => c.write((tx) => presentField(changeField(tx, c.params.id, c.body))),
  ),

  api(
    'DELETE /api/categories/fields/:id',
    { claim: 'categories.write', params: ById, summary: 'Archives a field; what jobs hold in it stays.' },
    (c) => c.write((tx) => presentField(changeField(tx, c.params.id, { archived: true }))),
  ),

  api(
    'GET /api/categories/:id/inventory',
    { claim: 'categories.read', params: ById, summary: 'The items that go with a category.' },
    (c) => c.read((db) => itemsReply(db, c.params.id)),
  ),

  api(
    'POST /api/categories/:id/inventory/:inventoryId',
    {
      claim: 'categories.write',
      params: t.Object({ id: id(), inventoryId: id() }),
      body: ItemLink,
      summary: 'Links an item to a category, or changes its class, place or rate there.',
    },
    (c) =>
      c.write((tx) => {
        linkItem(tx, c.params.id, c.params.inventoryId, c.body)
        return itemsReply(tx.db, c.params.id)
      }),
  ),

  api(
    'DELETE /api/categories/:id/inventory',
    {
      claim: 'categories.write',
      params: ById,
      query: ItemGone,
      summary: 'Takes all items from a category, or with `inventoryid` that one.',
    },
    (c) =>
      c.write((tx) => {
        unlinkItems(tx, c.params.id, c.query.inventoryid)
        return itemsReply(tx.db, c.params.id)
      }),
  ),
]
