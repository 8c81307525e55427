import type { UnitRow } from '#db/queries/catalogue/units.ts'
import type { OrderItem } from '#db/queries/purchasing/order-items.ts'
import type { SupplierItemRow } from '#db/queries/purchasing/supplier-items.ts'
import { priceFor } from '#server/domains/purchasing/supplieritems/price-for.ts'
import { pricesOn } from '#server/domains/purchasing/supplieritems/read-prices.ts'
import type { Unit } from '#server/domains/work/materials/resolve-line-unit.ts'
import { asQuantity, asRate, type Quantity, type Rate } from '#server/money/decimal.ts'
import { fromBase, parseRatio, rateBetween, toBase, unitRate } from '#server/money/units.ts'

type Source = { item?: OrderItem; units: readonly UnitRow[]; facts?: SupplierItemRow; today: string }

/** What the supplier asks today for so many; else what was last paid for the unit, else what the item costs. */
export function defaultRate(
  { item, units, facts, today }: Source,
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
