import { listCreditedNets } from '#db/queries/work/completed-margin.ts'
import type { TenantDb } from '#db/types.ts'
import { listKept } from '#server/domains/sales/invoices/consigned.ts'
import { invoicedByLine } from '#server/domains/sales/invoices/invoiced-lines.ts'
import { asCents, type Cents } from '#server/money/decimal.ts'

/** Cents without VAT. `kept`: of goods that it made and that came back; `credited`: by credit notes, for good. */
type Deductions = { kept: Cents; credited: Cents }

/** What the value of each of some jobs is not charged of, whatever was used or quoted. */
export function readDeductions(db: TenantDb, jobids: readonly string[]): (jobid: string) => Deductions {
  const kept = listKept(db, jobids)
  const keptOf = new Map(kept.map((line) => [line.materialid, line.kept]))
  const sums = new Map(jobids.map((id) => [id, { kept: 0, credited: 0 }]))
  for (const { jobid, kept: cents } of kept) sums.get(jobid)!.kept += cents
  const lines = listCreditedNets(db, jobids)
  const invoiced = lines.length > 0 ? invoicedByLine(db, jobids) : new Map<string, never>()
  for (const line of lines) {
    const of = line.materialid ?? ''
    const deducted = { kept: keptOf.get(of) ?? 0, back: invoiced.get(of)?.back ?? 0 }
    sums.get(line.jobid)!.credited += countCredited(line, deducted)
  }
  return (jobid) => {
    const { kept = 0, credited = 0 } = sums.get(jobid) ?? {}
    return { kept: asCents(kept), credited: asCents(credited) }
  }
}

type CreditedLine = ReturnType<typeof listCreditedNets>[number]

type Deducted = { kept: number; back: number }

/**
 * What came back counts as used no more, so its credit takes off nothing more, and none takes off more than is used beyond what is
 * invoiced and stands. A fixed price does not follow what was used.
 */
function countCredited(
  { fixedprice, materialid, used, invoiced, credited }: CreditedLine,
  { kept, back }: Deducted,
) {
  if (fixedprice || !materialid) return credited
  return Math.min(credited - back, Math.max(0, used - kept - (invoiced - credited)))
}
