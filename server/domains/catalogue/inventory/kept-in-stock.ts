import { listEffectiveClasses, storeItemClass } from '#db/queries/catalogue/inventory-classes.ts'
import { categories } from '#db/schema/tenant/index.ts'
import { RAW_MATERIALS } from '#db/stock-classes.ts'
import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import type { Options, ResourceField } from '#server/crud/field.ts'
import { flagField } from '#server/crud/kinds.ts'
import type { RecordValues } from '#server/crud/literal.ts'
import { replyParts } from '#server/crud/reply-schema.ts'
import { getRecord } from '#server/records.ts'
import { NOT_KEPT } from '#server/stock/direction.ts'
import { isHour } from '#views/unit-words.ts'

/** What is not picked, such as labour, and what is sold by the hour is kept in stock only when somebody says so. */
export function classOfNewItem(db: TenantDb, values: RecordValues) {
  const { inventoryclass, keptinstock, category, baseunit } = values
  if (inventoryclass !== undefined) return inventoryclass
  if (keptinstock === false) return NOT_KEPT
  const own = category ? getRecord(db, categories, String(category)) : undefined
  if (own?.inventoryclass) return null
  const isWork = own?.nonpickable || isHour(String(baseunit ?? ''))
  return keptinstock || !isWork ? RAW_MATERIALS : null
}

/** Whether lines of the item move stock: a class stands on it or on its category. */
export const keptInStockField = (options: Options): ResourceField => ({
  ...flagField(options),
  kind: undefined,
  reply: replyParts.flag,
  json: ({ value }) => Boolean(value),
  linked: {
    read: (db, ids) => new Map(listEffectiveClasses(db, ids).map((row) => [row.id, row.effective !== null])),
    save: (tx, id, given) => keepInStock(tx, id, Boolean(given)),
  },
})

function keepInStock(tx: Tx, id: string, kept: boolean) {
  const [item] = listEffectiveClasses(tx.db, [id])
  const before = item?.effective !== null
  if (before === kept) return null
  storeItemClass(tx.db, id, kept ? (item?.ofcategory ? null : RAW_MATERIALS) : NOT_KEPT)
  return { oldvalue: before ? 'yes' : 'no', newvalue: kept ? 'yes' : 'no' }
}
