import { listCancelledKept } from '#db/queries/sales/kept-deposits.ts'
import { listCompletedJobs, listCostLines, listCostTimes } from '#db/queries/work/completed-margin.ts'
import type { JobScope } from '#db/queries/work/visible-jobs.ts'
import type { TenantDb } from '#db/types.ts'
import { readDeductions, sumEarned } from '#server/domains/work/jobs/deductions.ts'
import { findCostingLines, findUnusedInputs } from '#server/domains/work/jobs/job-totals.ts'
import { isUncosted, usedCost } from '#server/domains/work/jobs/price-lines.ts'
import { readReturnedCost } from '#server/domains/work/jobs/returned-cost.ts'
import { beyondTime, costCents } from '#server/domains/work/timesheet/labour-cost.ts'
import { sumCents } from '#server/money/amounts.ts'
import { asCents, type Cents } from '#server/money/decimal.ts'
import { divideRounded } from '#server/money/round.ts'

type Days = { start: string; end: string }
type Scope = Pick<JobScope, 'locations'> & { boards: readonly string[] }

/** Cents; `labour`: worked time, and lines of work. `uncosted` counts the lines whose cost is not known. */
export type JobCost = { materials: Cents; labour: Cents; total: Cents; uncosted: number }

/** What was used on each of some jobs and worked costs, less what came back into stock, and with what was scrapped. */
export function costByJob(db: TenantDb, ids: readonly string[]): (jobid: string) => JobCost {
  const lines = Map.groupBy(listCostLines(db, ids), ({ jobid }) => jobid)
  const times = Map.groupBy(listCostTimes(db, ids), ({ jobid }) => jobid)
  const returnedCost = readReturnedCost(db, ids)
  return (id) => {
    const costing = findCostingLines(lines.get(id) ?? [])
    const worked = times.get(id) ?? []
    const beyond = beyondTime(costing, worked)
    const work = costing.filter((line) => line.labour).map((line) => beyond.of(line, usedCost(line)))
    const goods = sumCents(costing.filter((line) => !line.labour).map(usedCost))
    const { cameback, scrapped } = returnedCost(id)
    const materials = asCents(goods - cameback + scrapped)
    const labour = sumCents([...work, ...worked.map(costCents)])
    const unused = new Set(findUnusedInputs(lines.get(id) ?? []))
    const uncosted = costing.filter(
      (line) => (isUncosted(line) && !beyond.isTimed(line)) || unused.has(line),
    ).length
    return { materials, labour, total: sumCents([materials, labour]), uncosted }
  }
}

/** A percentage in ten-thousandths; null without a charge, and where no cost is known. */
export function marginShare(
  charged: number,
  { total, uncosted }: Pick<JobCost, 'total' | 'uncosted'>,
): number | null {
  if (charged <= 0 || (uncosted > 0 && total === 0)) return null
  return Number(divideRounded(BigInt(charged - total) * 1_000n, BigInt(charged)) * 1_000n)
}

/**
 * Cents, without VAT, of the jobs that were completed between two days, or cancelled and a deposit of them kept: what they charge, less
 * what came back, was credited, and what they cost. It is
 * at most that where the cost of lines is not known, which `uncosted` counts.
 */
export function sumMargin(db: TenantDb, { boards, locations }: Scope, days: Days) {
  const isSeen = (job: { boardid: string; location: string | null }) =>
    boards.includes(job.boardid) &&
    (!locations || (job.location !== null && locations.includes(job.location)))
  const jobs = [
    ...listCompletedJobs(db, { boards, locations: locations ?? undefined, ...days }),
    ...listCancelledKept(db, days)
      .filter(isSeen)
      .map(({ id }) => ({ id, cents: 0 })),
  ]
  const ids = jobs.map(({ id }) => id)
  const costs = ids.map(costByJob(db, ids))
  const cost = sumCents(costs.map(({ total }) => total))
  const uncosted = costs.reduce((sum, one) => sum + one.uncosted, 0)
  const deducted = readDeductions(db, ids)
  const charged = sumCents(jobs.map(({ id, cents }) => sumEarned(cents, deducted(id))))
  const cents = charged - cost
  const percent = marginShare(charged, { total: cost, uncosted })
  return { count: jobs.length, cents, percent, uncosted }
}
