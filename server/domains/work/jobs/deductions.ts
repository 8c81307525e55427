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
  const keptOf = new Map(kept.map((line) => [line.materialid, line]))
  const sums = new Map(jobids.map((id) => [id, { kept: 0, credited: 0 }]))
  for (const { jobid, keptnet } of kept) sums.get(jobid)!.kept += keptnet
  const lines = listCreditedNets(db, jobids)
  const invoiced = lines.length > 0 ? invoicedByLine(db, jobids) : new Map<string, never>()
  for (const line of lines) {
    const of = line.materialid ?? ''
    const { quantity = 0, back = 0 } = invoiced.get(of) ?? {}
    const { kept: held = 0, keptnet = 0 } = keptOf.get(of) ?? {}
    const open = line.consumed - held - quantity
    sums.get(line.jobid)!.credited += countCredited(line, { kept: keptnet, back, open })
  }
  return (jobid) => {
    const { kept = 0, credited = 0 } = sums.get(jobid) ?? {}
    return { kept: asCents(kept), credited: asCents(credited) }
  }
}

type CreditedLine = ReturnType<typeof listCreditedNets>[number]

/** `open`: how much of it is still to be charged. */
type Deducted = { kept: number; back: number; open: number }

/**
 * What came back counts as used no more, so its credit takes off nothing more. None takes off more than is used beyond what is
 * invoiced and stands, nor less once nothing is left to charge. A fixed price does not follow what was used: of it, `back` is what
 * went out again.
 */
function countCredited(
  { fixedprice, materialid, used, invoiced, credited }: CreditedLine,
  { kept, back, open }: Deducted,
) {
  if (!materialid) return credited
  if (fixedprice) return credited - back
  const uncharged = Math.max(0, used - kept - (invoiced - credited))
  return open > 0 ? Math.min(credited - back, uncharged) : uncharged
}
