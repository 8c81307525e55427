import { COMPLETE } from '#db/job-status.ts'
import { listIssuedInvoices } from '#db/queries/sales/invoice-lines.ts'
import { findJobPlace } from '#db/queries/work/jobs.ts'
import { jobs } from '#db/schema/tenant/index.ts'
import { prepared } from '#db/sqlite.ts'
import type { Tx } from '#db/tenants.ts'
import { markCredited, markInvoiced } from '#server/domains/work/jobs/change-status.ts'
import { touchJob } from '#server/domains/work/jobs/touch-job.ts'
import { recordHistory } from '#server/history.ts'
import { getRecord } from '#server/records.ts'
import { isWhollyInvoiced } from './billable-lines.ts'

/** After every invoice and credit note: a job is Invoiced while nothing billable is left of it (decision F5). */
export function settleJob(tx: Tx, jobid: string, whole = isWhollyInvoiced(tx.db, jobid)) {
  const issued = listIssuedInvoices(tx.db, jobid)
  if (!whole) markCredited(tx, jobid)
  else if (findJobPlace(tx.db, jobid)?.status === COMPLETE && issued.length > 0) markInvoiced(tx, jobid)
  settlePaid(tx, jobid, issued)
}

/** After what makes less of a job billable, and never more: it may be that nothing is left. */
export function settleUnbilled(tx: Tx, jobid: string) {
  if (listIssuedInvoices(tx.db, jobid).length > 0 && isWhollyInvoiced(tx.db, jobid))
    settleJob(tx, jobid, true)
}

/** Paid is a job each of whose issued invoices is settled (decision F5). */
export function settlePaid(tx: Tx, jobid: string, issued = listIssuedInvoices(tx.db, jobid)) {
  const paid = issued.length > 0 && issued.every(({ open }) => open <= 0)
  if (getRecord(tx.db, jobs, jobid).paid === paid) return
  prepared(tx.db, 'UPDATE jobs SET paid = ? WHERE id = ?').run([Number(paid), jobid])
  const yesOrNo = (yes: boolean) => (yes ? 'yes' : 'no')
  recordHistory(tx, 'jobs', jobid, [{ field: 'paid', oldvalue: yesOrNo(!paid), newvalue: yesOrNo(paid) }])
  touchJob(tx, jobid)
}
