import { listIssuedInvoices } from '#db/queries/sales/invoice-lines.ts'
import { clients } from '#db/schema/tenant/index.ts'
import type { TenantDb } from '#db/types.ts'
import { findApproval } from '#server/domains/work/joblinks/find-approval.ts'
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
  const { approved, name, approvedutc, paper } = approval
  const other = { approved, name, approvedutc, bylink: paper !== undefined, charged, consumer }
  return {
    overapproved: charged > approved ? other : null,
    underapproved: charged < approved && part === null ? other : null,
  }
}
