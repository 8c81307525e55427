import { ARCHIVED, REMOVED } from '#db/job-status.ts'
import { prepared } from '#db/sqlite.ts'
import type { TenantDb } from '#db/types.ts'

/** Net cents of what stands invoiced of a job, and of that, of what was kept of its deposits. */
type KeptDeposit = { jobid: string; kept: number; invoiced: number; cancelled: number }

const IS_KEPT = `EXISTS (SELECT 1 FROM deposit_outcomes o WHERE o.invoiceid = coalesce(n.credits, n.id) AND o.kind = 'forfeited')`
const IS_CANCELLED = `(j.status = ${REMOVED} OR j.status = ${ARCHIVED} AND j.completed IS NULL)`

const KEPT = `
  SELECT j.id AS jobid, sum(iif(${IS_KEPT}, n.netcents, 0)) AS kept, sum(n.netcents) AS invoiced, ${IS_CANCELLED} AS cancelled
  FROM json_each($jobids) listed CROSS JOIN jobs j ON j.id = listed.value CROSS JOIN invoices n ON n.jobid = j.id
  WHERE n.state <> 'draft' AND n.kind IN ('invoice', 'creditnote') GROUP BY j.id HAVING max(${IS_KEPT}) = 1`

/** Of some jobs, those of which a deposit was kept. `cancelled`: removed, or archived before they were complete. */
export const listKeptDeposits = (db: TenantDb, jobids: readonly string[]): KeptDeposit[] =>
  prepared<KeptDeposit>(db, KEPT).all({ jobids: JSON.stringify([...new Set(jobids)]) })

const CANCELLED = `
  SELECT j.id, j.boardid, j.location, max(o.date) AS day
  FROM deposit_outcomes o CROSS JOIN invoices n ON n.id = o.invoiceid CROSS JOIN jobs j ON j.id = n.jobid
  WHERE o.kind = 'forfeited' AND j.template = 0 AND ${IS_CANCELLED}
  GROUP BY j.id HAVING day BETWEEN $start AND $end`

type CancelledJob = { id: string; boardid: string; location: string | null; day: string }

/** Jobs that were cancelled, and of which a deposit was kept between two days, both included: the last such day of each. */
export const listCancelledKept = (db: TenantDb, days: { start: string; end: string }): CancelledJob[] =>
  prepared<CancelledJob>(db, CANCELLED).all(days)
