import { listCategoryFields } from '#db/queries/catalogue/fields.ts'
import { categories } from '#db/schema/tenant/index.ts'
import type { TenantDb } from '#db/types.ts'
import type { Context } from '#server/http/context.ts'
import { getRecord } from '#server/records.ts'
import { classNames } from '#server/stock/direction.ts'
import { CategoryFieldsTab } from '#views/catalogue/steps/fields.tsx'
import { CategoryItems } from '#views/catalogue/steps/items.tsx'
import { readItems } from './present.ts'

export function fieldsTab(
  c: Context,
  db: TenantDb,
  categoryid: string,
  shown: { edit?: string; archived?: boolean } = {},
) {
  getRecord(db, categories, categoryid)
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

export function itemsTab(c: Context, db: TenantDb, categoryid: string) {
  const items = readItems(c, db, categoryid).map((item) => ({
    ...item,
    classname: item.inventoryclass === null ? '' : (classNames[item.inventoryclass] ?? ''),
  }))
  return <CategoryItems categoryid={categoryid} items={items} canwrite={c.can('categories.write')} />
}
