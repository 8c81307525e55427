import { category_fields } from '#db/schema/tenant/index.ts'
import type { TenantDb } from '#db/types.ts'
import { invalid, notFound } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'
import { ById, id, t } from '#server/http/fields.ts'
import { fragment, listData } from '#server/http/reply.ts'
import { action, page, type Route } from '#server/http/route.ts'
import { getRecord } from '#server/records.ts'
import { prefixErrors } from '#server/version-conflict.ts'
import { FieldChange, FieldForm, ItemForm, ItemLink, ItemUnlink, NewField } from './input.ts'
import { linkItem, unlinkItems } from './link-item.ts'
import { presentField, readItems } from './present.ts'
import { addField, changeField } from './save-field.ts'
import { fieldsTab, itemsTab } from './tabs.tsx'

const writes = { claim: 'categories.write' } as const
const FIELD = '/admin/categories/:id/fields/:field'
const ByField = t.Object({ id: id(), field: id() })

const shownFields = (c: Context<{ id: string }>) => c.read((db) => fragment(fieldsTab(c, db, c.params.id)))

const shownItems = (c: Context<{ id: string }>) => c.read((db) => fragment(itemsTab(c, db, c.params.id)))

function fieldOfCategory(db: TenantDb, { id, field }: { id: string; field: string }) {
  if (getRecord(db, category_fields, field).category !== id) throw notFound('field')
  return { id: field }
}

const refused = prefixErrors('field')

const labelFrom = (label = '') => {
  if (!label) throw invalid({ label: 'This is required.' })
  return label
}

export const categoriesActions: Route[] = [
  ...action(
    { api: 'POST /api/categories/fields', page: 'POST /admin/categories/:id/fields' },
    {
      ...writes,
      body: NewField,
      form: {
        params: ById,
        body: FieldForm,
        input: ({ params, body: { fieldlabel, fieldcompulsary = false } }) => ({
          body: { category: params.id, label: labelFrom(fieldlabel), compulsary: fieldcompulsary },
        }),
        refused,
      },
      summary: 'Adds a field.',
    },
    (tx, _, c) => presentField(addField(tx, { ...c.body, id: c.body.id ?? undefined })),
    (_, c) => shownFields(c),
  ),

  ...action(
    { api: 'PATCH /api/categories/fields/:id', page: `POST ${FIELD}` },
    {
      ...writes,
      params: ById,
      body: FieldChange,
      form: {
        params: ByField,
        body: FieldForm,
        input: ({ params, body: { fieldlabel, fieldcompulsary = false, fieldversion } }, db) => ({
          params: fieldOfCategory(db, params),
          body: { label: labelFrom(fieldlabel), compulsary: fieldcompulsary, version: fieldversion },
        }),
        refused,
      },
      summary: 'Changes, archives or restores a field.',
    },
    (tx, _, c) => presentField(changeField(tx, c.params.id, c.body)),
    (_, c) => shownFields(c),
  ),

  ...action(
    { api: 'DELETE /api/categories/fields/:id', page: `POST ${FIELD}/archive` },
    {
      ...writes,
      params: ById,
      form: {
        params: ByField,
        input: ({ params }, db) => ({ params: fieldOfCategory(db, params) }),
        refused,
      },
      summary: 'Archives a field; what jobs hold in it stays.',
    },
    (tx, _, c) => presentField(changeField(tx, c.params.id, { archived: true })),
    (_, c) => shownFields(c),
  ),

  page(
    `POST ${FIELD}/restore`,
    { ...writes, params: ByField, summary: 'Brings back a category’s field.' },
    async (c) => {
      await c
        .write((tx) =>
          presentField(changeField(tx, fieldOfCategory(tx.db, c.params).id, { archived: false })),
        )
        .catch(refused)
      return shownFields(c)
    },
  ),

  ...action(
    {
      api: 'POST /api/categories/:id/inventory/:inventoryId',
      page: 'POST /admin/categories/:id/inventory',
    },
    {
      ...writes,
      params: t.Object({ id: id(), inventoryId: id() }),
      body: ItemLink,
      form: {
        params: ById,
        body: ItemForm,
        input: ({ params, body: { inventoryid } }) => {
          if (!inventoryid) throw invalid({ inventoryid: 'Choose an item first.' })
          return { params: { id: params.id, inventoryId: inventoryid }, body: {} }
        },
      },
      summary: 'Links an item to a category, or changes its class, place or rate there.',
    },
    (tx, _, c) => {
      linkItem(tx, c.params.id, c.params.inventoryId, c.body)
      return listData(readItems(c, tx.db, c.params.id))
    },
    (_, c) => shownItems(c),
  ),

  ...action(
    {
      api: 'DELETE /api/categories/:id/inventory',
      page: 'DELETE /admin/categories/:id/inventory/:item',
    },
    {
      ...writes,
      params: ById,
      query: ItemUnlink,
      form: {
        params: t.Object({ id: id(), item: id() }),
        input: ({ params }) => ({ query: { inventoryid: params.item } }),
      },
      summary: 'Takes all items from a category, or with `inventoryid` that one.',
    },
    (tx, _, c) => {
      unlinkItems(tx, c.params.id, c.query.inventoryid)
      return listData(readItems(c, tx.db, c.params.id))
    },
    (_, c) => shownItems(c),
  ),
]
