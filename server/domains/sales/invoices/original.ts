import { eq } from 'drizzle-orm'
import { findInvoicePdf, type InvoiceRow, invoiceOfOriginalMail } from '#db/queries/sales/invoices.ts'
import { invoices } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { recordHistory } from '#server/history.ts'
import type { MailOutcomes } from '#server/mail/apply-decision.ts'
import { visibleInvoice } from './find-invoice.ts'

/** A mail that waits holds it, too: those are the bytes that will go out. */
export const isOriginalAvailable = ({ kind, state, originalutc, originalmailid }: InvoiceRow['invoice']) =>
  kind !== 'deposit' && state !== 'draft' && originalutc === null && originalmailid === null

/** Once: there is one tax invoice for a supply, every reprint says COPY (VAT Act s20(1)). Undefined: taken already. */
export function claimOriginal(tx: Tx, viewer: Viewer, id: string): Uint8Array | undefined {
  const bytes = findOriginal(tx, viewer, id)
  if (bytes) handOutOriginal(tx, id)
  return bytes
}

/** What is still to be handed out; undefined when it was taken. */
export function findOriginal(tx: Tx, viewer: Viewer, id: string): Uint8Array | undefined {
  const { invoice } = visibleInvoice(tx.db, viewer, id)
  return isOriginalAvailable(invoice) ? findInvoicePdf(tx.db, id)?.bytes : undefined
}

export function handOutOriginal(tx: Tx, id: string) {
  setOriginal(tx, id, { originalutc: tx.now, originalmailid: null })
  recordHistory(tx, 'invoices', id, [{ field: 'original', oldvalue: '', newvalue: 'handed out' }])
}

/** It is handed out once the mail is. */
export const leaveOriginalToMail = (tx: Tx, id: string, mailid: string) =>
  setOriginal(tx, id, { originalutc: null, originalmailid: mailid })

export const originalMailOutcomes: MailOutcomes = {
  onSent(tx, mailid) {
    const id = invoiceOfOriginalMail(tx.db, mailid)
    if (id) handOutOriginal(tx, id)
  },

  onUndeliverable(tx, mailid, _mail, why) {
    const id = invoiceOfOriginalMail(tx.db, mailid)
    if (!id) return
    setOriginal(tx, id, { originalutc: null, originalmailid: null })
    recordHistory(tx, 'invoices', id, [{ field: 'original', oldvalue: '', newvalue: `not sent. ${why}` }])
  },
}

function setOriginal(
  tx: Tx,
  id: string,
  values: { originalutc: string | null; originalmailid: string | null },
) {
  tx.db.update(invoices).set(values).where(eq(invoices.id, id)).run()
  tx.publish('RecordChanged', [{ table: 'invoices', id }])
}
