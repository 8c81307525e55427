import { listCompletedJobs, listCostLines, listCostTimes } from '#db/queries/work/completed-margin.ts'
import type { JobScope } from '#db/queries/work/visible-jobs.ts'
import type { TenantDb } from '#db/types.ts'
import { readDeductions } from '#server/domains/work/jobs/deductions.ts'
import { findCostingLines } from '#server/domains/work/jobs/job-totals.ts'
import { usedCost } from '#server/domains/work/jobs/price-lines.ts'
import { costCents } from '#server/domains/work/timesheet/labour-cost.ts'
import { sumCents } from '#server/money/amounts.ts'
import type { Cents } from '#server/money/decimal.ts'
import { divideRounded } from '#server/money/round.ts'

type Days = { start: string; end: string }
type Scope = Pick<JobScope, 'locations'> & { boards: readonly string[] }

type CostLines = ReturnType<typeof listCostLines>

/** Cents: what was used on each of some jobs and worked costs. */
export const costByJob = (db: TenantDb, ids: readonly string[]): Map<string, Cents> =>
  sumCosts(db, ids, listCostLines(db, ids))

function sumCosts(db: TenantDb, ids: readonly string[], of: CostLines): Map<string, Cents> {
  const lines = Map.groupBy(of, ({ jobid }) => jobid)
  const times = Map.groupBy(listCostTimes(db, ids), ({ jobid }) => jobid)
  return new Map(
    ids.map((id) => {
      const used = findCostingLines(lines.get(id) ?? []).map(usedCost)
      return [id, sumCents([...used, ...(times.get(id) ?? []).map(costCents)])]
    }),
  )
}

/**
 * Cents, without VAT, of the jobs that were completed between two days: what they charge, less what came back, was credited, and what they cost. It is
 * `atmost` that where a line of them says what was used, and nothing what that cost.
 */
export function sumMargin(db: TenantDb, { boards, locations }: Scope, days: Days) {
  const jobs = listCompletedJobs(db, { boards, locations: locations ?? undefined, ...days })
  const ids = jobs.map(({ id }) => id)
  const lines = listCostLines(db, ids)
  const cost = sumCents([...sumCosts(db, ids, lines).values()])
  const deducted = readDeductions(db, ids)
  const charged = jobs.reduce((sum, { id, cents }) => {
    const { kept, credited } = deducted(id)
    return sum + cents - kept - credited
  }, 0)
  const cents = charged - cost
  const percent = charged > 0 ? Number(divideRounded(BigInt(cents) * 100n, BigInt(charged))) : null
  return { count: jobs.length, cents, percent, atmost: lines.some(({ uncosted }) => uncosted) }
}
