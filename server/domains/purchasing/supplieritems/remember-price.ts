import { eq } from 'drizzle-orm'
import { findSupplierItems } from '#db/queries/purchasing/supplier-items.ts'
import { supplier_item_breaks, supplier_items } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import type { Rate } from '#server/money/decimal.ts'
import { parseRatio, rateBetween } from '#server/money/units.ts'
import { insert, updateRecord } from '#server/records.ts'
import { readBreaks } from './read-breaks.ts'

type Paid = { inventoryid: string; supplier: string; unit: string; unitratio: string; price: Rate }

/** What was last paid becomes what the supplier asks, unless it asks by quantity: that list is theirs to change. */
export function rememberPrice(tx: Tx, { inventoryid, supplier, unit, unitratio, price }: Paid) {
  const [known] = findSupplierItems(tx.db, supplier, [inventoryid])
  if (!known) {
    insert(tx, supplier_items, { inventoryid, supplier, unit, unitratio, price })
    return
  }
  if (readBreaks(known).length > 0 && !known.archived) return
  const own =
    known.unit === unit ? price : rateBetween(price, parseRatio(unitratio), parseRatio(known.unitratio))
  updateRecord(tx, supplier_items, known.id, { price: own, archived: false })
  if (known.archived)
    tx.db.delete(supplier_item_breaks).where(eq(supplier_item_breaks.supplieritemid, known.id)).run()
}
