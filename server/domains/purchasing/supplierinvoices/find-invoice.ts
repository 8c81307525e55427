import { type SupplierInvoiceRow, supplierInvoiceRow } from '#db/queries/purchasing/supplier-invoices.ts'
import type { TenantDb } from '#db/types.ts'
import { notFound, Problem } from '#server/errors.ts'

/** @throws 404 */
export function getSupplierInvoice(db: TenantDb, id: string): SupplierInvoiceRow {
  const row = supplierInvoiceRow(db, id)
  if (!row) throw notFound('invoice of a supplier')
  return row
}

/** @throws 404, 400 for one that was approved */
export function getDraftInvoice(db: TenantDb, id: string): SupplierInvoiceRow {
  const row = getSupplierInvoice(db, id)
  if (row.state === 'draft') return row
  throw new Problem(
    400,
    `${row.invoice.number} was approved, so it changes no more: cancel it, or enter the credit note of the supplier.`,
    { code: 'approved' },
  )
}
