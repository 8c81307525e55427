import { findOrderItems, type OrderItem } from '#db/queries/purchasing/order-items.ts'
import type { OrderLineRow } from '#db/queries/purchasing/order-lines.ts'
import { findSupplierItems, type SupplierItemRow } from '#db/queries/purchasing/supplier-items.ts'
import type { TenantDb } from '#db/types.ts'
import { cheaperQuantity, lotQuantity, priceFor } from '#server/domains/purchasing/supplieritems/price-for.ts'
import { type PricesOfDay, pricesOn } from '#server/domains/purchasing/supplieritems/read-prices.ts'
import { extendedAmount } from '#server/money/amounts.ts'
import type { Quantity } from '#server/money/decimal.ts'
import { readToday } from '#server/zone.ts'
import { formatQuantity, formatRand } from '#views/format.ts'

type Line = Pick<OrderLineRow, 'inventoryid' | 'unit' | 'quantity'>
type Lot = { minimum: Quantity | null; packsize: Quantity | null }

/** What speaks for another quantity of each line of a draft, in the unit that the supplier sells. */
export function lineHints(
  db: TenantDb,
  supplier: string,
  lines: readonly Line[],
  see: { prices: boolean },
): (line: Line) => string[] {
  const ids = [...new Set(lines.flatMap(({ inventoryid }) => inventoryid ?? []))]
  const today = readToday(db)
  const items = new Map(findOrderItems(db, ids).map((item) => [item.id, item]))
  const facts = new Map(
    findSupplierItems(db, supplier, ids)
      .filter(({ archived }) => !archived)
      // Once for each item, however many lines order it: its prices are stored as text.
      .map((fact) => [fact.inventoryid, { fact, prices: pricesOn(fact, today) }]),
  )
  return ({ inventoryid, unit, quantity }) => {
    const item = items.get(inventoryid ?? '')
    const { fact, prices } = facts.get(inventoryid ?? '') ?? { prices: { price: null, breaks: [] } }
    if (!item || quantity <= 0 || (fact?.unit || item.baseunit) !== unit) return []
    const lot = lotOf(item, fact, prices)
    const hints = [sayLot(quantity, unit, lot)]
    if (see.prices) hints.push(sayCheaper(quantity, unit, lot, prices))
    return hints.filter(Boolean)
  }
}

const lotOf = (item: OrderItem, fact: SupplierItemRow | undefined, { price, breaks }: PricesOfDay): Lot =>
  fact
    ? {
        minimum: fact.minimum ?? (price === null ? (breaks[0]?.quantity ?? null) : null),
        packsize: fact.packsize,
      }
    : { minimum: item.minimumordervolume, packsize: item.packagingquantity }

/** Why so many are ordered in place of what is needed. */
export const sayLotRule = (unit: string, { minimum, packsize }: Lot): string =>
  [
    minimum && `at least ${formatQuantity(minimum, unit)} are ordered`,
    packsize && `packs hold ${formatQuantity(packsize, unit)}`,
  ]
    .filter(Boolean)
    .join(', ')

function sayLot(quantity: Quantity, unit: string, lot: Lot): string {
  const whole = lotQuantity(quantity, lot)
  if (whole === quantity) return ''
  return `${formatQuantity(whole, unit)} in place of ${formatQuantity(quantity)}: ${sayLotRule(unit, lot)}`
}

/** More in whole packs, of which all cost less than what is asked for. */
function sayCheaper(quantity: Quantity, unit: string, lot: Lot, { price, breaks }: PricesOfDay): string {
  const found = cheaperQuantity(quantity, price, breaks)
  if (found === undefined) return ''
  const more = lotQuantity(found, lot)
  const cost = (many: Quantity) => extendedAmount(many, priceFor(many, price, breaks)!)
  if (cost(more) >= cost(quantity)) return ''
  const [now, then] = [formatRand(cost(quantity)), formatRand(cost(more))]
  return `${formatQuantity(more, unit)} cost ${then}, less than ${now} for ${formatQuantity(quantity)}`
}
