import { firstOrganisation } from '#db/queries/documents.ts'
import { unitPrice } from '#db/queries/stock/worth.ts'
import { listItemContexts } from '#db/queries/work/material-context.ts'
import type { TenantDb } from '#db/types.ts'
import { asRate, type Rate } from '#server/money/decimal.ts'
import { priceWithoutVat } from '#server/money/price.ts'
import { parseRatio, rateBetween } from '#server/money/units.ts'
import { noVendor, resolveVatRate } from '#server/money/vat.ts'
import { readToday } from '#server/zone.ts'

const BASE = { numerator: 1, denominator: 1 }

/** What a base unit costs where no movement says it: the last price, else the item's rate, without VAT. A rate of 0 is none. */
export function itemCost(
  db: TenantDb,
  inventoryid: string,
): { rate: Rate; valuedby: 'lastprice' | 'rate' } | undefined {
  const priced = unitPrice(db, inventoryid)
  if (priced)
    return {
      rate: rateBetween(asRate(priced.lastprice), parseRatio(priced.ratiotobase), BASE),
      valuedby: 'lastprice',
    }
  const [item] = listItemContexts(db, [inventoryid])
  if (!item?.rate) return
  if (item.exclusive) return { rate: asRate(item.rate), valuedby: 'rate' }
  const context = { organisation: firstOrganisation(db) ?? noVendor, date: readToday(db) }
  return { rate: priceWithoutVat(asRate(item.rate), resolveVatRate(context, item)), valuedby: 'rate' }
}
