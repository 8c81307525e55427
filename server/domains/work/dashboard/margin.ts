import { listCompletedJobs, listCostLines, listCostTimes } from '#db/queries/work/completed-margin.ts'
import type { JobScope } from '#db/queries/work/visible-jobs.ts'
import type { TenantDb } from '#db/types.ts'
import { findCostingLines } from '#server/domains/work/jobs/job-totals.ts'
import { costCents } from '#server/domains/work/timesheet/labour-cost.ts'
import { extendedAmount, sumCents } from '#server/money/amounts.ts'
import type { Cents } from '#server/money/decimal.ts'
import { divideRounded } from '#server/money/round.ts'

type Days = { start: string; end: string }
type Scope = Pick<JobScope, 'locations'> & { boards: readonly string[] }

/** Cents: what was used on each of some jobs and worked costs. */
export function costByJob(db: TenantDb, ids: readonly string[]): Map<string, Cents> {
  const lines = Map.groupBy(listCostLines(db, ids), ({ jobid }) => jobid)
  const times = Map.groupBy(listCostTimes(db, ids), ({ jobid }) => jobid)
  return new Map(
    ids.map((id) => {
      const used = findCostingLines(lines.get(id) ?? []).map(({ consumed, costrate }) =>
        extendedAmount(consumed, costrate),
      )
      return [id, sumCents([...used, ...(times.get(id) ?? []).map(costCents)])]
    }),
  )
}

/** Cents, without VAT, of the jobs that were completed between two days: what they charge less what they cost. */
export function sumMargin(db: TenantDb, { boards, locations }: Scope, days: Days) {
  const jobs = listCompletedJobs(db, { boards, locations: locations ?? undefined, ...days })
  const cost = sumCents([
    ...costByJob(
      db,
      jobs.map(({ id }) => id),
    ).values(),
  ])
  const charged = jobs.reduce((sum, { cents }) => sum + cents, 0)
  const cents = charged - cost
  const percent = charged > 0 ? Number(divideRounded(BigInt(cents) * 100n, BigInt(charged))) : null
  return { count: jobs.length, cents, percent }
}
