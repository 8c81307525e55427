import type { SupplierItemRow } from '#db/queries/purchasing/supplier-items.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { seesPrices } from '#server/domains/purchasing/orders/present.ts'
import { asQuantity, type DecimalKind, toDecimal } from '#server/money/decimal.ts'
import { parseRatio, rateBetween } from '#server/money/units.ts'
import { pricesOn, readPrices } from './read-prices.ts'

const orNull = (value: number | null, kind: DecimalKind) => (value === null ? null : toDecimal(value, kind))

/** As the calls answer it: `price` and `breaks` are of today, `prices` are all; `baseprice` is that of one base unit. */
export function presentSupplierItem(row: SupplierItemRow, viewer: Viewer, today: string) {
  const { id, version, code, name, unit, unitratio, leadtime } = row
  const { price, breaks } = pricesOn(row, today)
  const base = price === null ? null : rateBetween(price, parseRatio(unitratio), parseRatio('1'))
  return {
    ...{ id, version, code, name, unit, leadtime },
    item: { id: row.inventoryid, name: row.itemname, code: row.itemcode },
    supplier: { id: row.supplier, name: row.suppliername },
    packsize: orNull(row.packsize && asQuantity(row.packsize), 'quantity'),
    minimum: orNull(row.minimum, 'quantity'),
    ...(seesPrices(viewer) && {
      price: orNull(price, 'rate'),
      baseprice: orNull(base, 'rate'),
      breaks: breaks.map(({ quantity, price }) => ({
        quantity: toDecimal(quantity, 'quantity'),
        price: toDecimal(price, 'rate'),
      })),
      prices: readPrices(row).map(({ quantity, price, ...one }) => ({
        ...one,
        quantity: toDecimal(quantity, 'quantity'),
        price: orNull(price, 'rate'),
      })),
    }),
  }
}
