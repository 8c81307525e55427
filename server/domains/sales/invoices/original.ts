import { eq } from 'drizzle-orm'
import { findInvoicePdf, type InvoiceRow, invoiceRow } from '#db/queries/sales/invoices.ts'
import { invoices } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { documentName } from '#server/documents/numbering.ts'
import { touchJobs } from '#server/domains/work/jobs/touch-job.ts'
import { recordHistory } from '#server/history.ts'
import { type MailBox, replaceAttachment } from '#server/mail/waiting-mails.ts'
import { visibleInvoice } from './find-invoice.ts'
import { setInvoiceSent } from './mark-sent.ts'
import { readSnapshot } from './snapshot.ts'

/** A tax invoice or its credit note has one; whatever else is printed, a deposit request or the paper of who is no vendor, is the same each time. */
export const hasOriginal = ({
  kind,
  state,
  snapshot,
}: Pick<InvoiceRow['invoice'], 'kind' | 'state' | 'snapshot'>) =>
  kind !== 'deposit' && state !== 'draft' && Boolean(readSnapshot(snapshot).organisation.vatnumber)

/** Nobody has it: neither a person nor a mail server. */
export const isOriginalHere = (invoice: InvoiceRow['invoice']) =>
  invoice.originalutc === null && hasOriginal(invoice)

/** It is here, and no mail holds it. */
export const isOriginalFree = (invoice: InvoiceRow['invoice']) =>
  isOriginalHere(invoice) && invoice.originalmailid === null

/** `copy`: what the mail that holds it carries from then on. */
type Taking = { box: MailBox; copy?: Uint8Array }

/**
 * Once: there is one tax invoice for a supply, every reprint says COPY (VAT Act s20(1)). Undefined: taken already, or the mail
 * that holds it is with a server at this moment.
 */
export function takeInvoiceOriginal(tx: Tx, id: string, { box, copy }: Taking): Uint8Array | undefined {
  const invoice = invoiceRow(tx.db, id)?.invoice
  const bytes = findInvoicePdf(tx.db, id)?.bytes
  if (!invoice || !bytes || !isOriginalHere(invoice)) return
  const { originalmailid } = invoice
  const filename = `${documentName(invoice)} copy.pdf`
  if (originalmailid && !(copy && replaceAttachment(tx, box, originalmailid, { filename, bytes: copy })))
    return
  handOutOriginal(tx, id)
  return bytes
}

/** As `takeInvoiceOriginal`, of an invoice that the person sees. @throws 404 */
export function claimOriginal(tx: Tx, viewer: Viewer, id: string, taking: Taking): Uint8Array | undefined {
  visibleInvoice(tx.db, viewer, id)
  return takeInvoiceOriginal(tx, id, taking)
}

/** What is still to be handed out; undefined when it was taken. */
export function findOriginal(tx: Tx, viewer: Viewer, id: string): Uint8Array | undefined {
  const { invoice } = visibleInvoice(tx.db, viewer, id)
  return isOriginalFree(invoice) ? findInvoicePdf(tx.db, id)?.bytes : undefined
}

export function handOutOriginal(tx: Tx, id: string) {
  setOriginal(tx, id, { originalutc: tx.now, originalmailid: null })
  setInvoiceSent(tx, id)
  recordHistory(tx, 'invoices', id, [{ field: 'original', oldvalue: '', newvalue: 'handed out' }])
}

export function setOriginal(
  tx: Tx,
  id: string,
  values: { originalutc: string | null; originalmailid: string | null },
) {
  tx.db.update(invoices).set(values).where(eq(invoices.id, id)).run()
  const jobid = invoiceRow(tx.db, id)?.invoice.jobid
  if (jobid) touchJobs(tx, [jobid])
  tx.publish('RecordChanged', [{ table: 'invoices', id }])
}
