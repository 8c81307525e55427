import { listInvoiceLinks } from '#db/queries/sales/invoice-links.ts'
import type { TenantDb } from '#db/types.ts'
import { presentHanded } from '#server/domains/work/joblinks/present-link.ts'

export const readInvoiceLinks = (db: TenantDb, invoiceid: string) =>
  listInvoiceLinks(db, invoiceid).map((row) => presentHanded(row, db.now()))
