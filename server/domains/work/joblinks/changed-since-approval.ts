import { jobs } from '#db/schema/tenant/index.ts'
import type { TenantDb } from '#db/types.ts'
import { isOfferedLast } from '#server/domains/work/jobdocuments/estimate-revision.ts'
import { quotedTotal } from '#server/domains/work/jobs/job-totals.ts'
import { vatContext } from '#server/domains/work/jobs/price-lines.ts'
import { asCents, type Cents } from '#server/money/decimal.ts'
import { isVendor } from '#server/money/vat.ts'
import { getRecord } from '#server/records.ts'
import type { EstimateData } from '#views/documents/types.ts'
import { findApproval } from './find-approval.ts'
import { buildEstimateNow } from './shown.ts'

/** `vendor`: the sums hold VAT. `sent`: the client was offered what it says by now. */
type ChangedSinceApproval = { name: string; approved: Cents; now: Cents; vendor: boolean; sent: boolean }

/** Whether the client is still to say yes to what its estimate says: nobody did, or it says something else since. */
export const needsApproval = (
  db: TenantDb,
  { id, approvedutc }: { id: string; approvedutc: string | null },
) => approvedutc === null || changedSinceApproval(db, id) !== null

/** Null where the estimate says what was approved, or nobody did; of what was approved by hand the sum alone is known. */
export function changedSinceApproval(db: TenantDb, jobid: string): ChangedSinceApproval | null {
  const approval = findApproval(db, jobid)
  if (!approval) return null
  const { name, approved, paper } = approval
  const job = getRecord(db, jobs, jobid)
  if (!paper) {
    const now = quotedTotal(db, jobid)
    if (now === approved) return null
    const sent = job.offereddigest !== '' && isOfferedLast(job, buildEstimateNow(db, jobid))
    return { name, approved, now, vendor: isVendor(vatContext(db, jobid).organisation), sent }
  }
  const { data: before }: { data: EstimateData } = JSON.parse(paper.shown)
  const now = buildEstimateNow(db, jobid, paper.organisation)
  const agreed = ({ lines, totals }: Pick<EstimateData, 'lines' | 'totals'>) =>
    JSON.stringify([lines, totals])
  if (agreed(now) === agreed(before)) return null
  const vendor = Boolean(now.organisation.vatnumber)
  return { name, approved, now: asCents(now.totals.total), vendor, sent: isOfferedLast(job, now) }
}
