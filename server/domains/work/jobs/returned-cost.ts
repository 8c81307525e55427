import { listRestockedProducts } from '#db/queries/stock/restocked-products.ts'
import { listScrappedWorth } from '#db/queries/stock/scrapped-worth.ts'
import type { TenantDb } from '#db/types.ts'
import { asCents, asQuantity, type Cents } from '#server/money/decimal.ts'
import { multiply } from '#server/money/round.ts'
import { parseRatio, toBase } from '#server/money/units.ts'

/** Cents. */
type ReturnedCost = { cameback: Cents; scrapped: Cents }

/**
 * What returns change of the cost of some jobs. `cameback`: what their products came back into stock at, as far as they are still
 * there, costs them no more; materials need no such sum, since what comes back of them is no longer used. `scrapped`: what came back
 * and is fit for nothing costs them on top, since others went out in its place or nobody pays for it.
 */
export function readReturnedCost(db: TenantDb, jobids: readonly string[]): (jobid: string) => ReturnedCost {
  const restocked = new Map<string, number>()
  for (const { jobid, unitratio, back, here, value, quantity } of listRestockedProducts(db, jobids)) {
    const base = toBase(asQuantity(Math.max(0, Math.min(back, here))), parseRatio(unitratio))
    restocked.set(jobid, (restocked.get(jobid) ?? 0) + multiply(value, base, BigInt(quantity)))
  }
  const scrapped = new Map(listScrappedWorth(db, jobids).map(({ jobid, worth }) => [jobid, worth]))
  return (jobid) => ({
    cameback: asCents(restocked.get(jobid) ?? 0),
    scrapped: asCents(scrapped.get(jobid) ?? 0),
  })
}
