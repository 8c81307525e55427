import { listIssuedInvoices } from '#db/queries/sales/invoice-lines.ts'
import { latestApproval } from '#db/queries/work/job-links.ts'
import { clients, jobs } from '#db/schema/tenant/index.ts'
import type { TenantDb } from '#db/types.ts'
import { getRecord } from '#server/records.ts'
import type { OtherThanApproved } from '#views/sales/invoices/types.ts'

type Draft = { id: string; jobid: string | null; client: string | null; part: unknown; totalcents: number }

type Compared = Record<'overapproved' | 'underapproved', OtherThanApproved | null>

/** Decision F13: what the job charges with this draft, beside what was approved. One of a part is expected to be less. */
export function compareApproved(db: TenantDb, { id, jobid, client, part, totalcents }: Draft): Compared {
  const approval = jobid ? findApproval(db, jobid) : undefined
  if (!jobid || !approval) return { overapproved: null, underapproved: null }
  const others = listIssuedInvoices(db, jobid).filter((one) => one.id !== id)
  const charged = others.reduce((sum, one) => sum + one.charged, totalcents)
  const consumer = client !== null && getRecord(db, clients, client).consumer
  const other = { ...approval, charged, consumer }
  return {
    overapproved: charged > approval.approved ? other : null,
    underapproved: charged < approval.approved && part === null ? other : null,
  }
}

/** The newer of what the client approved by a link and what was approved for them. */
function findApproval(db: TenantDb, jobid: string) {
  const job = getRecord(db, jobs, jobid)
  const link = latestApproval(db, jobid)
  if (link?.totalcents != null && (job.approvedcents === null || link.createdutc >= (job.approvedutc ?? '')))
    return { approved: link.totalcents, name: link.name, approvedutc: link.createdutc, bylink: true }
  if (job.approvedcents === null || job.approvedutc === null) return
  const name = job.acceptedby || job.approvedname
  return { approved: job.approvedcents, name, approvedutc: job.approvedutc, bylink: false }
}
