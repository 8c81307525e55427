import { type CategoryItem, listCategoryItems } from '#db/queries/catalogue/category-inventory.ts'
import type { CategoryFieldRow } from '#db/queries/catalogue/fields.ts'
import { categories } from '#db/schema/tenant/index.ts'
import type { TenantDb } from '#db/types.ts'
import type { ClaimHolder } from '#server/access/claims.ts'
import { canSeeItemRates } from '#server/access/item-rates.ts'
import { asRate, toDecimal } from '#server/money/decimal.ts'
import { getRecord } from '#server/records.ts'

export const presentField = ({ field, categoryname }: CategoryFieldRow) => ({
  ...field,
  category: { id: field.category, name: categoryname },
})

const presentItem = ({ inventoryid, code, name, storageid, storagename, rate, ...rest }: CategoryItem) => ({
  ...rest,
  inventoryid,
  inventory: { id: inventoryid, name, code },
  storage: storageid ? { id: storageid, name: storagename ?? '(unknown)' } : null,
  rate: rate === null ? null : toDecimal(asRate(rate), 'rate'),
})

type ShownItem = Omit<ReturnType<typeof presentItem>, 'rate'> & { rate?: number | null }

export function readItems(c: ClaimHolder, db: TenantDb, categoryid: string): ShownItem[] {
  getRecord(db, categories, categoryid)
  const items = listCategoryItems(db, categoryid).map(presentItem)
  return canSeeItemRates(c) ? items : items.map(({ rate: _, ...item }) => item)
}
