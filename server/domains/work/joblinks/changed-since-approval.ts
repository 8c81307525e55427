import type { TenantDb } from '#db/types.ts'
import { quotedTotal } from '#server/domains/work/jobs/job-totals.ts'
import { vatContext } from '#server/domains/work/jobs/price-lines.ts'
import { asCents, type Cents } from '#server/money/decimal.ts'
import { isVendor } from '#server/money/vat.ts'
import type { EstimateData } from '#views/documents/types.ts'
import { findApproval } from './find-approval.ts'
import { buildEstimateNow } from './shown.ts'

/** `vendor`: the sums hold VAT. */
type ChangedSinceApproval = { name: string; approved: Cents; now: Cents; vendor: boolean }

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
  if (!paper) {
    const now = quotedTotal(db, jobid)
    const vendor = isVendor(vatContext(db, jobid).organisation)
    return now === approved ? null : { name, approved, now, vendor }
  }
  const { data: before }: { data: EstimateData } = JSON.parse(paper.shown)
  const now = buildEstimateNow(db, jobid, paper.organisation)
  const agreed = ({ lines, totals }: Pick<EstimateData, 'lines' | 'totals'>) =>
    JSON.stringify([lines, totals])
  if (agreed(now) === agreed(before)) return null
  const vendor = Boolean(now.organisation.vatnumber)
  return { name, approved, now: asCents(now.totals.total), vendor }
}
