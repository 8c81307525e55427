import { COMPLETE, INVOICED } from '#db/job-status.ts'
import { listIssuedInvoices, listPaidOtherwise } from '#db/queries/sales/invoice-lines.ts'
import { findJobPlace } from '#db/queries/work/jobs.ts'
import { prepared } from '#db/sqlite.ts'
import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import { markCredited, markInvoiced } from '#server/domains/work/jobs/change-status.ts'
import { touchJobs } from '#server/domains/work/jobs/touch-job.ts'
import { recordHistoryEntries } from '#server/history.ts'
import { isWhollyInvoiced } from './billable-lines.ts'

/** After every invoice and credit note: a job is Invoiced while nothing billable is left of it (decision F5). */
export function settleJob(tx: Tx, jobid: string, whole = isWhollyInvoiced(tx.db, jobid)) {
  const issued = listIssuedInvoices(tx.db, jobid)
  if (!whole) markCredited(tx, jobid)
  else if (findJobPlace(tx.db, jobid)?.status === COMPLETE && issued.length > 0) markInvoiced(tx, jobid)
  settlePaid(tx, [jobid])
}

/** Whether nothing more could be booked on a job, were it settled. */
export function isInvoicedOnceSettled(db: TenantDb, jobid: string): boolean {
  const status = findJobPlace(db, jobid)?.status
  const may = status === INVOICED || (status === COMPLETE && listIssuedInvoices(db, jobid).length > 0)
  return may && isWhollyInvoiced(db, jobid)
}

/** After what makes less of a job billable, and never more: it may be that nothing is left. */
export function settleUnbilled(tx: Tx, jobid: string) {
  if (listIssuedInvoices(tx.db, jobid).length > 0 && isWhollyInvoiced(tx.db, jobid))
    settleJob(tx, jobid, true)
}

/** Paid is a job each of whose issued invoices is settled (decision F5). */
export function settlePaid(tx: Tx, jobids: readonly string[]) {
  const changed = listPaidOtherwise(tx.db, [...new Set(jobids)])
  prepared(
    tx.db,
    `UPDATE jobs SET paid = value ->> 'paid' FROM json_each(?) WHERE jobs.id = value ->> 'id'`,
  ).run([JSON.stringify(changed)])
  const yesOrNo = (yes: boolean) => (yes ? 'yes' : 'no')
  recordHistoryEntries(
    tx,
    changed.map(({ id, paid }) => ['jobs', id, '', 'paid', yesOrNo(!paid), yesOrNo(paid)]),
  )
  touchJobs(
    tx,
    changed.map(({ id }) => id),
  )
}
