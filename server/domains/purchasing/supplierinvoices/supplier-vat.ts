import { listDraftInvoices } from '#db/queries/purchasing/supplier-invoices.ts'
import { suppliers } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import { isVendor } from '#server/money/vat.ts'
import { getRecord, updateRecord } from '#server/records.ts'
import type { SupplierLineInput } from './check-invoice.ts'
import { getDraftInvoice } from './find-invoice.ts'
import { changeSupplierInvoice, chargedLines } from './save-invoice.ts'

/** While a supplier had no VAT number its drafts could charge none: now they charge what is usual on their day. */
export function chargeVatOnDrafts(tx: Tx, supplier: string, except = '') {
  for (const { id } of listDraftInvoices(tx.db, supplier))
    if (id !== except) changeSupplierInvoice(tx, id, { lines: withUsualVat(chargedLines(tx.db, id)) })
}

export const withUsualVat = (lines: readonly SupplierLineInput[]): SupplierLineInput[] =>
  lines.map((line) => (line.vatrate ? line : { ...line, vatrate: null }))

/** Keeps the VAT number of a supplier that had none, and says whether it did. @throws 404 */
export function keepVatNumber(tx: Tx, supplierid: string, written = '', except = ''): boolean {
  const vatnumber = written.trim()
  if (!vatnumber || isVendor(getRecord(tx.db, suppliers, supplierid, 'supplier'))) return false
  updateRecord(tx, suppliers, supplierid, { vatnumber })
  tx.invalidateCaches()
  tx.publish('RecordChanged', [{ table: 'suppliers', id: supplierid }])
  chargeVatOnDrafts(tx, supplierid, except)
  return true
}

export const supplierOfDraft = (db: TenantDb, id: string): string => getDraftInvoice(db, id).invoice.supplier
