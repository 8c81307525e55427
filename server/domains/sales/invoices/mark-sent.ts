import { invoiceRow } from '#db/queries/sales/invoices.ts'
import { prepared } from '#db/sqlite.ts'
import type { Tx } from '#db/tenants.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { touchJobs } from '#server/domains/work/jobs/touch-job.ts'
import { recordHistory } from '#server/history.ts'
import { visibleIssued } from './find-invoice.ts'

/** Its client has it now; what is sent once more was sent before. */
export function setInvoiceSent(tx: Tx, id: string) {
  const invoice = invoiceRow(tx.db, id)?.invoice
  if (!invoice || invoice.sentutc !== null) return
  prepared(tx.db, 'UPDATE invoices SET sentutc = ? WHERE id = ?').run([tx.now, id])
  if (invoice.jobid) touchJobs(tx, [invoice.jobid])
  tx.publish('RecordChanged', [{ table: 'invoices', id }])
}

/** In another way. The original stays for whoever takes it: a paper that was handed over took it as it was printed. @throws 404, 400 for a draft */
export function markInvoiceSent(tx: Tx, viewer: Viewer, id: string) {
  const { invoice } = visibleIssued(tx.db, viewer, id)
  if (invoice.sentutc !== null) return
  recordHistory(tx, 'invoices', id, [{ field: 'sent', oldvalue: '', newvalue: 'sent, not by e-mail' }])
  setInvoiceSent(tx, id)
}
