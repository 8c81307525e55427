import { listKeptDeposits } from '#db/queries/sales/kept-deposits.ts'
import { listCreditedNets } from '#db/queries/work/completed-margin.ts'
import type { TenantDb } from '#db/types.ts'
import { listUncharged } from '#server/domains/sales/invoices/consigned.ts'
import { invoicedByLine } from '#server/domains/sales/invoices/invoiced-lines.ts'
import { asCents, type Cents } from '#server/money/decimal.ts'
import { multiply } from '#server/money/round.ts'

/**
 * Cents without VAT. `kept`: of goods that it made and that are ours, back or unsold at the client’s; `credited`: by credit notes, for
 * good; `deposits`: what was kept of its deposits. Of a job that is `cancelled` nothing but that, and what else was invoiced, is charged.
 */
type Deductions = { kept: Cents; credited: Cents; deposits: Cents; cancelled: boolean }

/** What a job earns, of what it would charge. */
export const sumEarned = (charged: number, { kept, credited, deposits, cancelled }: Deductions): Cents =>
  asCents((cancelled ? 0 : charged - kept - credited) + deposits)

/** What the value of each of some jobs is not charged of, whatever was used or quoted, and what was kept of deposits. */
export function readDeductions(db: TenantDb, jobids: readonly string[]): (jobid: string) => Deductions {
  const kept = listUncharged(db, jobids)
  const keptOf = new Map(kept.map((line) => [line.materialid, line]))
  const sums = new Map(jobids.map((id) => [id, { kept: 0, credited: 0 }]))
  for (const { jobid, net } of kept) sums.get(jobid)!.kept += net
  const lines = listCreditedNets(db, jobids)
  const invoiced = lines.length > 0 ? invoicedByLine(db, jobids) : new Map<string, never>()
  for (const line of lines) {
    const of = line.materialid ?? ''
    const { quantity = 0, back = 0 } = invoiced.get(of) ?? {}
    const { ours = 0, net = 0 } = keptOf.get(of) ?? {}
    const used = line.consumed - ours
    sums.get(line.jobid)!.credited += countCredited(line, { kept: net, back, used, charged: quantity })
  }
  const depositsOf = new Map(listKeptDeposits(db, jobids).map((job) => [job.jobid, job]))
  return (jobid) => {
    const { kept: ours = 0, credited = 0 } = sums.get(jobid) ?? {}
    const { kept = 0, invoiced = 0, cancelled = 0 } = depositsOf.get(jobid) ?? {}
    return {
      ...{ kept: asCents(ours), credited: asCents(credited) },
      ...{ deposits: asCents(cancelled ? invoiced : kept), cancelled: cancelled === 1 },
    }
  }
}

type CreditedLine = ReturnType<typeof listCreditedNets>[number]

/** `used`: without what is kept; `charged`: what may not be charged any more. */
type Deducted = { kept: number; back: number; used: number; charged: number }

/**
 * What came back counts as used no more, so its credit takes off nothing more. None takes off more than is used beyond what is
 * invoiced and stands, nor less once nothing is left to charge. A fixed price does not follow what was used: of it, `back` is what
 * went out again.
 */
function countCredited(
  { fixedprice, materialid, used: value, stands, invoiced, credited }: CreditedLine,
  { kept, back, used, charged }: Deducted,
) {
  if (!materialid) return credited
  if (fixedprice) return credited - back
  const paid = invoiced - credited
  const over = used >= 0 && stands > 0 ? Math.max(0, Math.min(charged - used, stands)) : 0
  // What is over is to be credited, at what it stands at.
  const earned = over > 0 ? paid - multiply(paid, over, BigInt(stands)) : paid
  const uncharged = value - kept - earned
  // Once nothing is left to charge, documents have the last word: their parts are rounded each, which may come to a cent more.
  return used > charged ? Math.min(credited - back, Math.max(0, uncharged)) : uncharged
}
