import { findAskedPrices } from '#db/queries/purchasing/supplier-items.ts'
import { supplier_items } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import type { Rate } from '#server/money/decimal.ts'
import { parseRatio, rateBetween } from '#server/money/units.ts'
import { insert, updateRecord } from '#server/records.ts'

type Paid = { inventoryid: string; unit: string; unitratio: string; price: Rate }

/** What was last paid becomes what the supplier asks, unless it asks by quantity or day: that list is theirs to change. */
export function rememberPrices(tx: Tx, supplier: string, paid: readonly Paid[]) {
  const items = paid.map(({ inventoryid }) => inventoryid)
  const known = new Map(findAskedPrices(tx.db, supplier, items).map((one) => [one.inventoryid, one]))
  for (const { inventoryid, unit, unitratio, price } of paid) {
    const fact = known.get(inventoryid)
    if (!fact) {
      insert(tx, supplier_items, { inventoryid, supplier, unit, unitratio, price })
      continue
    }
    if (fact.listed) continue
    const own =
      fact.unit === unit ? price : rateBetween(price, parseRatio(unitratio), parseRatio(fact.unitratio))
    if (own === fact.price && !fact.archived) continue
    updateRecord(tx, supplier_items, fact.id, { price: own, archived: false })
  }
}
