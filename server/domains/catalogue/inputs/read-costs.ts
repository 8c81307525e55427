import { firstOrganisation } from '#db/queries/documents.ts'
import { listItemContexts } from '#db/queries/work/material-context.ts'
import type { TenantDb } from '#db/types.ts'
import type { Rate } from '#server/money/decimal.ts'
import { priceWithoutVat } from '#server/money/price.ts'
import { noVendor, resolveVatRate } from '#server/money/vat.ts'
import type { Bill } from '#server/stock/bill.ts'
import { type RolledCost, rollUpCosts } from '#server/stock/bill-cost.ts'
import { readToday } from '#server/zone.ts'

/** Without VAT (decision F19), by what the items cost today. */
export function readCosts(db: TenantDb, bill: Bill): Map<string, RolledCost> {
  const vat = { organisation: firstOrganisation(db) ?? noVendor, date: readToday(db) }
  const rates = listItemContexts(db, [...bill.keys()]).map((item): [string, Rate] => [
    item.id,
    item.exclusive ? item.rate : priceWithoutVat(item.rate, resolveVatRate(vat, item)),
  ])
  return rollUpCosts(bill, new Map(rates))
}
