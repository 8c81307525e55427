import { listCreditedNets } from '#db/queries/work/completed-margin.ts'
import type { TenantDb } from '#db/types.ts'
import { listKept } from '#server/domains/sales/invoices/consigned.ts'
import { asCents, type Cents } from '#server/money/decimal.ts'

/** Cents without VAT. `kept`: of goods that it made and that came back; `credited`: by credit notes, for good. */
type Deductions = { kept: Cents; credited: Cents }

/** What the value of each of some jobs is not charged of, whatever was used or quoted. */
export function readDeductions(db: TenantDb, jobids: readonly string[]): (jobid: string) => Deductions {
  const kept = listKept(db, jobids)
  const keptOf = new Map(kept.map((line) => [line.materialid, line.kept]))
  const sums = new Map(jobids.map((id) => [id, { kept: 0, credited: 0 }]))
  for (const { jobid, kept: cents } of kept) sums.get(jobid)!.kept += cents
  for (const line of listCreditedNets(db, jobids))
    sums.get(line.jobid)!.credited += countCredited(line, keptOf.get(line.materialid ?? '') ?? 0)
  return (jobid) => {
    const { kept = 0, credited = 0 } = sums.get(jobid) ?? {}
    return { kept: asCents(kept), credited: asCents(credited) }
  }
}

type CreditedLine = ReturnType<typeof listCreditedNets>[number]

/**
 * What came back counts as used no more, so its credit takes off only what is used beyond what is invoiced and stands. A fixed price
 * does not follow what was used.
 */
function countCredited({ fixedprice, materialid, used, invoiced, credited }: CreditedLine, kept: number) {
  if (fixedprice || !materialid) return credited
  return Math.min(credited, Math.max(0, used - kept - (invoiced - credited)))
}
