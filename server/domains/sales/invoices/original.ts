import { eq } from 'drizzle-orm'
import { findInvoicePdf, type InvoiceRow } from '#db/queries/sales/invoices.ts'
import { invoices } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { recordHistory } from '#server/history.ts'
import { visibleInvoice } from './find-invoice.ts'

export const isOriginalAvailable = ({ state, originalutc }: InvoiceRow['invoice']) =>
  state !== 'draft' && originalutc === null

/** Once: there is one tax invoice for a supply, every reprint says COPY (VAT Act s20(1)). Undefined: taken already. */
export function claimOriginal(tx: Tx, viewer: Viewer, id: string): Uint8Array | undefined {
  const { invoice } = visibleInvoice(tx.db, viewer, id)
  const pdf = findInvoicePdf(tx.db, id)
  if (!isOriginalAvailable(invoice) || !pdf) return
  tx.db.update(invoices).set({ originalutc: tx.now }).where(eq(invoices.id, id)).run()
  recordHistory(tx, 'invoices', id, [{ field: 'original', oldvalue: '', newvalue: 'handed out' }])
  tx.publish('RecordChanged', [{ table: 'invoices', id }])
  return pdf.bytes
}
