import { listCategoryItems } from '#db/queries/catalogue/category-inventory.ts'
import { listCategoryFields } from '#db/queries/catalogue/fields.ts'
import { categories, category_fields } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import { invalid, notFound, Problem } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'
import { ById, flag, id, integer, t, text } from '#server/http/fields.ts'
import { fragment } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { find } from '#server/records.ts'
import { classNames } from '#server/stock/direction.ts'
import { CategoryFieldsTab } from '#views/catalogue/steps/fields.tsx'
import { CategoryItems } from '#views/catalogue/steps/items.tsx'
import { linkItem, unlinkItems } from './link-item.ts'
import { presentItem } from './present.ts'
import { addField, changeField } from './save-field.ts'

const OneField = t.Object({ id: id(), field: id() })
const OneItem = t.Object({ id: id(), item: id() })
const Shown = t.Object({ edit: t.Optional(id()), archived: t.Optional(flag()) })

// The buttons stand in the dialog's form, whose other fields come along.
const Words = t.Object(
  {
    fieldlabel: t.Optional(text(120)),
    fieldcompulsary: t.Optional(flag()),
    fieldversion: t.Optional(integer(1, 1_000_000_000)),
  },
  { additionalProperties: true },
)

const Chosen = t.Object({ inventoryid: t.Optional(id()) }, { additionalProperties: true })

function fieldsTab(
  c: Context,
  db: TenantDb,
  categoryid: string,
  shown: { edit?: string; archived?: boolean } = {},
) {
  find(db, categories, categoryid)
  return (
    <CategoryFieldsTab
      categoryid={categoryid}
      fields={listCategoryFields(db, categoryid, shown.archived).map(({ field }) => field)}
      editing={shown.edit}
      archived={shown.archived ?? false}
      canwrite={c.can('categories.write')}
    />
  )
}

function itemsTab(c: Context, db: TenantDb, categoryid: string) {
  find(db, categories, categoryid)
  const items = listCategoryItems(db, categoryid).map((row) => ({
    ...presentItem(row),
    classname: row.inventoryclass === null ? '' : (classNames[row.inventoryclass] ?? ''),
  }))
  return <CategoryItems categoryid={categoryid} items={items} canwrite={c.can('categories.write')} />
}

async function onField(c: Context<{ id: string; field: string }>, act: (tx: Tx, field: string) => void) {
  await c
    .write((tx) => {
      if (find(tx.db, category_fields, c.params.field).category !== c.params.id) throw notFound('field')
      act(tx, c.params.field)
    })
    .catch(besideField)
  return c.read((db) => fragment(fieldsTab(c, db, c.params.id)))
}

/** The tab's fields have names of their own: the dialog around it has some too. */
function besideField(error: unknown): never {
  if (!(error instanceof Problem)) throw error
  const { label } = (error.more.data ?? {}) as { label?: string }
  const fields = { fieldlabel: label ? `Now saved: ${label}` : error.message }
  throw new Problem(error.status, error.message, { ...error.more, fields })
}

const labelFrom = (label = '') => {
  if (!label) throw invalid({ fieldlabel: 'This is required.' })
  return label
}

/** The Fields and Inventory tabs in the dialog of a category. */
export const categoriesPages: Route[] = [
  page('GET /admin/categories/:id/fields', { claim: 'categories.read', params: ById, query: Shown }, (c) =>
    c.read((db) => fragment(fieldsTab(c, db, c.params.id, c.query))),
  ),

  page(
    'POST /admin/categories/:id/fields',
    { claim: 'categories.write', params: ById, body: Words },
    async (c) => {
      const { fieldlabel, fieldcompulsary: compulsary = false } = c.body
      const label = labelFrom(fieldlabel)
      await c.write((tx) => addField(tx, { category: c.params.id, label, compulsary })).catch(besideField)
      return c.read((db) => fragment(fieldsTab(c, db, c.params.id)))
    },
  ),

  page(
    'POST /admin/categories/:id/fields/:field',
    { claim: 'categories.write', params: OneField, body: Words },
    (c) => {
      const { fieldlabel, fieldcompulsary: compulsary = false, fieldversion: version } = c.body
      return onField(c, (tx, field) =>
        changeField(tx, field, { label: labelFrom(fieldlabel), compulsary, version }),
      )
    },
  ),

  page(
    'POST /admin/categories/:id/fields/:field/archive',
    { claim: 'categories.write', params: OneField },
    (c) => onField(c, (tx, field) => changeField(tx, field, { archived: true })),
  ),

  page(
    'POST /admin/categories/:id/fields/:field/restore',
    { claim: 'categories.write', params: OneField },
    (c) => onField(c, (tx, field) => changeField(tx, field, { archived: false })),
  ),

  page('GET /admin/categories/:id/inventory', { claim: 'categories.read', params: ById }, (c) =>
    c.read((db) => fragment(itemsTab(c, db, c.params.id))),
  ),

  page(
    'POST /admin/categories/:id/inventory',
    { claim: 'categories.write', params: ById, body: Chosen },
    async (c) => {
      const { inventoryid } = c.body
      if (!inventoryid) throw invalid({ inventoryid: 'Choose an item first.' })
      await c.write((tx) => linkItem(tx, c.params.id, inventoryid))
      return c.read((db) => fragment(itemsTab(c, db, c.params.id)))
    },
  ),

  page(
    'DELETE /admin/categories/:id/inventory/:item',
    { claim: 'categories.write', params: OneItem },
    async (c) => {
      await c.write((tx) => unlinkItems(tx, c.params.id, c.params.item))
      return c.read((db) => fragment(itemsTab(c, db, c.params.id)))
    },
  ),
]
