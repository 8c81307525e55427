import { listCameBack } from '#db/queries/stock/came-back.ts'
import type { TenantDb } from '#db/types.ts'
import { asCents, asQuantity, type Cents } from '#server/money/decimal.ts'
import { multiply } from '#server/money/round.ts'
import { parseRatio, toBase } from '#server/money/units.ts'

/**
 * What of what jobs made came back into stock and is there, at what it came in at: it costs its job no more. What was used is used less
 * once it comes back.
 */
export function readCameBack(db: TenantDb, jobids: readonly string[]): (jobid: string) => Cents {
  const sums = new Map<string, number>()
  for (const { jobid, unitratio, back, here, value, quantity } of listCameBack(db, jobids)) {
    const base = toBase(asQuantity(Math.max(0, Math.min(back, here))), parseRatio(unitratio))
    sums.set(jobid, (sums.get(jobid) ?? 0) + multiply(value, base, BigInt(quantity)))
  }
  return (jobid) => asCents(sums.get(jobid) ?? 0)
}
