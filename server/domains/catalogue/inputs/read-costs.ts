import { listLabourIds } from '#db/queries/catalogue/labour-items.ts'
import { firstOrganisation } from '#db/queries/documents.ts'
import { listItemContexts } from '#db/queries/work/material-context.ts'
import type { TenantDb } from '#db/types.ts'
import type { Rate } from '#server/money/decimal.ts'
import { priceWithoutVat } from '#server/money/price.ts'
import { noVendor, resolveVatRate } from '#server/money/vat.ts'
import { type Bill, readSoundBill } from '#server/stock/bill.ts'
import { type RolledCost, rollUpCosts } from '#server/stock/bill-cost.ts'
import { readToday } from '#server/zone.ts'

/** Without VAT (decision F19), by what the items cost today. */
export const readCosts = (db: TenantDb, bill: Bill): Map<string, RolledCost> =>
  rollUpCosts(bill, readRates(db, bill))

/** Of those of these items that are made and have no cost of their own: what they are made from costs, where all of it is known. */
export function readMadeCosts(db: TenantDb, itemids: readonly string[]): ReadonlyMap<string, Rate> {
  if (itemids.length === 0) return new Map()
  const { bill } = readSoundBill(db, itemids)
  const made = itemids.filter((id) => (bill.get(id)?.inputs.length ?? 0) > 0)
  if (made.length === 0) return new Map()
  const costs = readCosts(db, bill)
  return new Map(
    made.flatMap((id): [string, Rate][] => {
      const own = costs.get(id)
      return own && !own.incomplete ? [[id, own.cost]] : []
    }),
  )
}

/** What of the cost of each item in a bill is work. */
export function readLabourCosts(db: TenantDb, bill: Bill): Map<string, RolledCost> {
  const labour = new Set(listLabourIds(db, [...bill.keys()]))
  return rollUpCosts(bill, new Map([...readRates(db, bill)].filter(([id]) => labour.has(id))))
}

function readRates(db: TenantDb, bill: Bill): ReadonlyMap<string, Rate> {
  const vat = { organisation: firstOrganisation(db) ?? noVendor, date: readToday(db) }
  return new Map(
    listItemContexts(db, [...bill.keys()]).map((item): [string, Rate] => [
      item.id,
      item.exclusive ? item.rate : priceWithoutVat(item.rate, resolveVatRate(vat, item)),
    ]),
  )
}
