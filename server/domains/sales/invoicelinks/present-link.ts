import { type InvoiceLinkRow, listInvoiceLinks } from '#db/queries/sales/invoice-links.ts'
import type { TenantDb } from '#db/types.ts'
import { linkState } from '#server/domains/work/joblinks/present-link.ts'

/** Never its code, of which only the hash is stored. */
function presentInvoiceLink(row: InvoiceLinkRow, now: Date) {
  const { id, createdutc, createdby, sentto, openedutc, endedutc, expiresutc } = row
  return {
    ...{ id, createdutc, createdby, sentto, openedutc, endedutc },
    state: linkState(row, now),
    expires: expiresutc,
  }
}

export const readInvoiceLinks = (db: TenantDb, invoiceid: string) =>
  listInvoiceLinks(db, invoiceid).map((row) => presentInvoiceLink(row, db.now()))
