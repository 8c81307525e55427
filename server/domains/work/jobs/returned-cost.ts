import { listRestockedProducts } from '#db/queries/stock/restocked-products.ts'
import { listScrappedUnstocked, listScrappedWorth } from '#db/queries/stock/scrapped-worth.ts'
import type { TenantDb } from '#db/types.ts'
import { limit } from '#server/domains/sales/invoices/take-from-rows.ts'
import { extendedAmount } from '#server/money/amounts.ts'
import { asCents, asQuantity, type Cents } from '#server/money/decimal.ts'
import { multiply } from '#server/money/round.ts'
import { parseRatio, toBase } from '#server/money/units.ts'

/** Cents. */
type ReturnedCost = { cameback: Cents; scrapped: Cents }

/**
 * What goods that are ours change of the cost of some jobs. `cameback`: what their products came back into stock at, as far as they
 * are still there, and what lies unsold at the client’s, costs them no more; materials need no such sum, since what comes back of them
 * is no longer used, and what lies there is not used yet. `scrapped`: what came back and is fit for nothing costs them on top, since
 * others went out in its place or nobody pays for it.
 */
export function readReturnedCost(db: TenantDb, jobids: readonly string[]): (jobid: string) => ReturnedCost {
  const restocked = new Map<string, number>()
  for (const { jobid, unitratio, back, unsold, here, ...came } of listRestockedProducts(db, jobids)) {
    const ratio = parseRatio(unitratio)
    const worth = (quantity: number, value: number, of: number) =>
      of === 0 ? 0 : multiply(value, toBase(asQuantity(quantity), ratio), BigInt(of))
    const ours =
      worth(limit(back, here), came.backvalue, came.backquantity) +
      worth(limit(unsold, here + unsold), came.unsoldvalue, came.unsoldquantity)
    restocked.set(jobid, (restocked.get(jobid) ?? 0) + ours)
  }
  const scrapped = new Map(listScrappedWorth(db, jobids).map(({ jobid, worth }) => [jobid, worth]))
  for (const { jobid, quantity, costrate } of listScrappedUnstocked(db, jobids))
    scrapped.set(jobid, (scrapped.get(jobid) ?? 0) + extendedAmount(quantity, costrate))
  return (jobid) => ({
    cameback: asCents(restocked.get(jobid) ?? 0),
    scrapped: asCents(scrapped.get(jobid) ?? 0),
  })
}
