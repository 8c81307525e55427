import { firstOrganisation } from '#db/queries/documents.ts'
import { listUnitPrices } from '#db/queries/stock/worth.ts'
import { listItemContexts } from '#db/queries/work/material-context.ts'
import type { TenantDb } from '#db/types.ts'
import { asRate, type Rate } from '#server/money/decimal.ts'
import { priceWithoutVat } from '#server/money/price.ts'
import { parseRatio, rateBetween } from '#server/money/units.ts'
import { noVendor, resolveVatRate } from '#server/money/vat.ts'
import { readToday } from '#server/zone.ts'

const BASE = { numerator: 1, denominator: 1 }

export type ItemCost = { rate: Rate; valuedby: 'lastprice' | 'rate' }

/**
 * What a base unit of each costs where no movement says it: the last price, else the item's rate, without VAT. A rate of 0
 * is none, and such an item is left out.
 */
export function listItemCosts(db: TenantDb, inventoryids: readonly string[]): Map<string, ItemCost> {
  const costs = new Map<string, ItemCost>()
  for (const { inventoryid, lastprice, ratiotobase } of listUnitPrices(db, inventoryids)) {
    const rate = rateBetween(asRate(lastprice), parseRatio(ratiotobase), BASE)
    costs.set(inventoryid, { rate, valuedby: 'lastprice' })
  }
  const unpriced = inventoryids.filter((id) => !costs.has(id))
  if (unpriced.length === 0) return costs
  const context = { organisation: firstOrganisation(db) ?? noVendor, date: readToday(db) }
  for (const item of listItemContexts(db, unpriced)) {
    if (!item.rate) continue
    const rate = asRate(item.rate)
    const net = item.exclusive ? rate : priceWithoutVat(rate, resolveVatRate(context, item))
    costs.set(item.id, { rate: net, valuedby: 'rate' })
  }
  return costs
}
