import { listTimeCosts } from '#db/queries/work/time-entries.ts'
import type { TenantDb } from '#db/types.ts'
import { sumCents } from '#server/money/amounts.ts'
import { asCents, type Cents, type Rate } from '#server/money/decimal.ts'
import { multiply } from '#server/money/round.ts'
import { toMinutes } from './intervals.ts'

/** Ten-thousandths of a rand an hour, by seconds, to cents. */
const TO_CENTS = 3_600n * 100n

export const costCents = ({ costseconds, costrate }: { costseconds: number; costrate: Rate }): Cents =>
  asCents(multiply(costseconds, costrate, TO_CENTS))

/** Another timer of the same person ran meanwhile. */
export const isBeside = ({ seconds, costseconds }: { seconds: number; costseconds: number }) =>
  costseconds < seconds

/**
 * What the time worked on a job costs, at the rates of its days; of rework too. `unrated`: minutes of
 * workers without an hourly cost, which on no line cost nothing.
 */
export function labourCost(db: TenantDb, jobid: string): { labour: Cents; unrated: number } {
  const times = listTimeCosts(db, jobid)
  const free = times.filter(({ costrate, materialid }) => costrate === 0 && materialid === null)
  return {
    labour: sumCents(times.map(costCents)),
    unrated: toMinutes(free.reduce((sum, { costseconds }) => sum + costseconds, 0)),
  }
}
