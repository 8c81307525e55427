import { listTimeCosts } from '#db/queries/work/time-entries.ts'
import type { TenantDb } from '#db/types.ts'
import { sumCents } from '#server/money/amounts.ts'
import { asCents, type Cents, type Quantity, type Rate } from '#server/money/decimal.ts'
import { divideRounded, multiply } from '#server/money/round.ts'
import { toMinutes } from './intervals.ts'
import { plannedMinutes } from './labour-price.ts'

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
export function labourCost(db: TenantDb, jobid: string) {
  const times = listTimeCosts(db, jobid)
  const free = times.filter(({ costrate, materialid }) => costrate === 0 && materialid === null)
  return {
    times,
    labour: sumCents(times.map(costCents)),
    unrated: toMinutes(free.reduce((sum, { costseconds }) => sum + costseconds, 0)),
  }
}

type WorkedTime = { costseconds: number; costrate: Rate; materialid: string | null }
type Work = { standsfortime: number | null; rated: boolean; consumed: Quantity; unitratio: string }

/**
 * What is left of the cost of lines of work: at a fixed price nobody charges time in place of their hours, so what was
 * worked on no line stands for them, and only what is beyond it costs what its item says (decision 234).
 */
export function beyondTime(lines: readonly Work[], times: readonly WorkedTime[]) {
  const minutesOf = ({ standsfortime, rated, consumed, unitratio }: Work) =>
    standsfortime && !rated ? plannedMinutes({ unitseconds: standsfortime }, consumed, unitratio) : 0
  const used = lines.reduce((sum, line) => sum + minutesOf(line), 0)
  const free = times.filter(({ costrate, materialid }) => costrate > 0 && materialid === null)
  const left = Math.max(0, used - toMinutes(free.reduce((sum, { costseconds }) => sum + costseconds, 0)))
  const isStoodFor = (line: Work) => used > left && minutesOf(line) > 0
  return {
    isTimed: (line: Work) => left === 0 && isStoodFor(line),
    of: (line: Work, cost: Cents): Cents =>
      isStoodFor(line) ? asCents(Number(divideRounded(BigInt(cost) * BigInt(left), BigInt(used)))) : cost,
  }
}
