import { listItemUnits, type UnitRow } from '#db/queries/catalogue/units.ts'
import { findOrderItems, type OrderItem } from '#db/queries/purchasing/order-items.ts'
import { findSupplierItems, type SupplierItemRow } from '#db/queries/purchasing/supplier-items.ts'
import type { TenantDb } from '#db/types.ts'
import { priceFor } from '#server/domains/purchasing/supplieritems/price-for.ts'
import { pricesOn } from '#server/domains/purchasing/supplieritems/read-prices.ts'
import type { Unit } from '#server/domains/work/materials/resolve-line-unit.ts'
import { asQuantity, asRate, type Quantity, type Rate } from '#server/money/decimal.ts'
import { fromBase, parseRatio, rateBetween, toBase, unitRate } from '#server/money/units.ts'

export type PriceSource = {
  item?: OrderItem
  units: readonly UnitRow[]
  facts?: SupplierItemRow
  today: string
}

/** What is known of the price of these items at a supplier, read together. */
export function readPriceSources(
  db: TenantDb,
  { supplier, ids, today }: { supplier: string; ids: readonly string[]; today: string },
): (inventoryid: string | null | undefined) => PriceSource {
  const items = new Map(findOrderItems(db, ids).map((item) => [item.id, item]))
  const units = Map.groupBy(listItemUnits(db, ids), ({ inventoryid }) => inventoryid)
  const facts = new Map(findSupplierItems(db, supplier, ids).map((row) => [row.inventoryid, row]))
  return (id) => ({
    ...{ today, units: units.get(id ?? '') ?? [] },
    ...(id && { item: items.get(id), facts: facts.get(id) }),
  })
}

/** What the supplier asks today for so many; else what was last paid for the unit, else what the item costs. */
export function defaultRate(
  { item, units, facts, today }: PriceSource,
  quantity: Quantity,
  { unit, unitratio }: Unit,
): Rate {
  if (!item) return asRate(0)
  const ratio = parseRatio(unitratio)
  if (facts && !facts.archived) {
    const own = parseRatio(facts.unitratio)
    const many = facts.unit === unit ? quantity : asQuantity(fromBase(toBase(quantity, ratio), own))
    const { price: base, breaks } = pricesOn(facts, today)
    const price = priceFor(many, base, breaks)
    if (price !== null) return facts.unit === unit ? price : rateBetween(price, own, ratio)
  }
  const last = units.find(({ name }) => name === unit)?.lastprice
  return last ?? unitRate(item.rate, ratio)
}
