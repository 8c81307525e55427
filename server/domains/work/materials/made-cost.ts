import { listProductCosts } from '#db/queries/work/job-inputs.ts'
import type { TenantDb } from '#db/types.ts'
import { asCents } from '#server/money/decimal.ts'
import type { Cost } from '#server/stock/value-movement.ts'

/**
 * Of products that are all made now: they come in at what the goods were worth that went into them, less what they came in
 * at before. None where nobody knows that.
 */
export function madeCosts(db: TenantDb, productlines: readonly string[]): ReadonlyMap<string, Cost> {
  const known = listProductCosts(db, productlines).filter(
    ({ used, unknown, booked }) => !unknown && used > booked,
  )
  return new Map(known.map(({ id, used, booked }) => [id, { cents: asCents(used - booked) }]))
}
