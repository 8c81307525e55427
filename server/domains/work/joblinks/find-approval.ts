import { latestApproval } from '#db/queries/work/job-links.ts'
import { jobs } from '#db/schema/tenant/index.ts'
import type { TenantDb } from '#db/types.ts'
import { asCents, type Cents } from '#server/money/decimal.ts'
import { getRecord } from '#server/records.ts'

type Approval = {
  /** With VAT. */
  approved: Cents
  /** Who of the client said yes, else who approved it for them. */
  name: string
  /** ISO 8601 UTC. */
  approvedutc: string
  /** What the client was shown, by a link. */
  paper?: { shown: string; organisation: string }
}

/** The newer of what the client approved by a link and what was approved for them (decision 192); of which a sum is known. */
export function findApproval(db: TenantDb, jobid: string): Approval | undefined {
  const job = getRecord(db, jobs, jobid)
  const link = latestApproval(db, jobid)
  const byhand = job.approvedcents !== null &&
    job.approvedutc !== null && {
      approved: asCents(job.approvedcents),
      name: job.acceptedby || job.approvedname,
      approvedutc: job.approvedutc,
    }
  // The answer is older than the approval that it made, which is nobody's of the account.
  if (
    link?.totalcents != null &&
    (!byhand || job.approvedby === null || link.createdutc >= byhand.approvedutc)
  ) {
    const { totalcents, name, createdutc, shown, organisation } = link
    return { approved: asCents(totalcents), name, approvedutc: createdutc, paper: { shown, organisation } }
  }
  return byhand || undefined
}
