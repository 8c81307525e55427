import { listIssuedInvoices } from '#db/queries/sales/invoice-lines.ts'
import { latestApproval } from '#db/queries/work/job-links.ts'
import { clients } from '#db/schema/tenant/index.ts'
import type { TenantDb } from '#db/types.ts'
import { getRecord } from '#server/records.ts'
import type { OverApproved } from '#views/sales/invoices/types.ts'

type Draft = { id: string; jobid: string | null; client: string | null; totalcents: number }

/** Decision F13: null where the job charges no more than its client approved by a link, or nobody did. */
export function findOverApproved(
  db: TenantDb,
  { id, jobid, client, totalcents }: Draft,
): OverApproved | null {
  const approval = jobid ? latestApproval(db, jobid) : null
  if (!jobid || approval?.totalcents == null) return null
  const others = listIssuedInvoices(db, jobid).filter((one) => one.id !== id)
  const charged = others.reduce((sum, one) => sum + one.charged, totalcents)
  if (charged <= approval.totalcents) return null
  return {
    approved: approval.totalcents,
    charged,
    name: approval.name,
    approvedutc: approval.createdutc,
    consumer: client !== null && getRecord(db, clients, client).consumer,
  }
}
