import { listRestockedProducts } from '#db/queries/stock/restocked-products.ts'
import type { TenantDb } from '#db/types.ts'
import { asCents, asQuantity, type Cents } from '#server/money/decimal.ts'
import { multiply } from '#server/money/round.ts'
import { parseRatio, toBase } from '#server/money/units.ts'

/**
 * What the products of some jobs came back into stock at, as far as they are still there: it costs their job no more. Materials
 * need no such sum, since what comes back of them is no longer used.
 */
export function readRestockedCost(db: TenantDb, jobids: readonly string[]): (jobid: string) => Cents {
  const sums = new Map<string, number>()
  for (const { jobid, unitratio, back, here, value, quantity } of listRestockedProducts(db, jobids)) {
    const base = toBase(asQuantity(Math.max(0, Math.min(back, here))), parseRatio(unitratio))
    sums.set(jobid, (sums.get(jobid) ?? 0) + multiply(value, base, BigInt(quantity)))
  }
  return (jobid) => asCents(sums.get(jobid) ?? 0)
}
