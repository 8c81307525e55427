import { listDepositsOfJob } from '#db/queries/sales/deposits.ts'
import type { TenantDb } from '#db/types.ts'
import type { AppliedDeposit } from '#server/domains/sales/invoices/snapshot.ts'

type Invoiced = { jobid: string; organisation: string; client: string | null; total: number }

/** What an invoice takes off: what its organisation holds of the same client for the job, never more than it comes to. */
export function planDeposits(
  db: TenantDb,
  { jobid, organisation, client, total }: Invoiced,
): AppliedDeposit[] {
  let left = total
  return listDepositsOfJob(db, jobid).flatMap((deposit) => {
    const amount = Math.min(left, deposit.held)
    if (deposit.organisation !== organisation || deposit.client !== client || amount <= 0) return []
    left -= amount
    return [{ id: deposit.id, number: deposit.number, amount }]
  })
}
