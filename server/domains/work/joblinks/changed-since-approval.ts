import { approvedByLink } from '#db/queries/work/job-links.ts'
import type { TenantDb } from '#db/types.ts'
import { asCents, type Cents } from '#server/money/decimal.ts'
import type { EstimateData } from '#views/documents/types.ts'
import { buildEstimateNow } from './shown.ts'

/** `vendor`: the sums hold VAT. */
type ChangedSinceApproval = { name: string; approved: Cents; now: Cents; vendor: boolean }

/** Null where the estimate says what its client approved by a link (decision F13), or nobody did. */
export function changedSinceApproval(db: TenantDb, jobid: string): ChangedSinceApproval | null {
  const approval = approvedByLink(db, jobid)
  if (!approval) return null
  const { data: before }: { data: EstimateData } = JSON.parse(approval.shown)
  const now = buildEstimateNow(db, jobid, approval.organisation)
  const agreed = ({ lines, totals }: Pick<EstimateData, 'lines' | 'totals'>) =>
    JSON.stringify([lines, totals])
  if (agreed(now) === agreed(before)) return null
  return {
    name: approval.name,
    approved: asCents(before.totals.total),
    now: asCents(now.totals.total),
    vendor: Boolean(now.organisation.vatnumber),
  }
}
