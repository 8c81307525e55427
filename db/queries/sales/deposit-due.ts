import { sql } from 'drizzle-orm'
import { invoices, job_links, job_sets, jobs } from '#db/schema/tenant/index.ts'

/** The newest approval of a job: by a link, or for its client. */
const approval = sql`(SELECT s.createdutc AS agreedutc, l.totalcents AS agreedcents
    FROM ${job_sets} AS s JOIN ${job_links} AS l ON l.id = s.linkid
    WHERE s.jobid = ${jobs.id} AND l.purpose = 'approve' AND s.answer = 'approve'
  UNION ALL SELECT ${jobs.approvedutc}, ${jobs.approvedcents}
  ORDER BY 1 DESC LIMIT 1)`

/**
 * Whether a deposit was agreed of which a part is not asked for: no request was made, or the estimate grew and was
 * approved again since the newest one. What was invoiced asks for the rest itself.
 */
export const depositDueOfJob = sql<boolean>`${jobs.depositpercent} IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM ${invoices} AS i WHERE i.jobid = ${jobs.id} AND i.kind <> 'deposit')
  AND (SELECT count(*) = 0 OR (coalesce(agreedutc, '') > max(i.issuedutc)
      AND (coalesce(agreedcents, 0) * ${jobs.depositpercent} + 500000) / 1000000 > sum(i.totalcents - i.settledcents))
    FROM ${invoices} AS i, ${approval} WHERE i.jobid = ${jobs.id} AND i.kind = 'deposit')`
