import { listSupplierInvoiceLines } from '#db/queries/purchasing/supplier-invoice-lines.ts'
import type { SupplierInvoiceRow } from '#db/queries/purchasing/supplier-invoices.ts'
import type { SupplierInvoiceKind } from '#db/schema/tenant/index.ts'
import type { TenantDb } from '#db/types.ts'
import type { OfferedGoods, OpenGoods } from '#views/purchasing/supplierinvoices/types.ts'
import { readCreditableServices, readOpenGoods } from './present.ts'

/** A supplier of years may have delivered thousands of things that no invoice charges yet. */
const OFFERED = 30

/** The newest that a draft may still charge or credit, of which every word that is searched for is said somewhere. */
export function offerGoods(db: TenantDb, { invoice }: SupplierInvoiceRow, search = ''): OfferedGoods {
  const { id, kind, supplier } = invoice
  const lines = listSupplierInvoiceLines(db, id)
  const own = new Set(
    lines.map(({ receiptlineid, returnid, orderlineid }) => receiptlineid ?? returnid ?? orderlineid),
  )
  const offered = readOpenGoods(db, supplier, id).filter(isOfKind(kind))
  if (kind === 'creditnote') offered.push(...readCreditableServices(db, supplier, id))
  const open = offered.filter((one) => !own.has(one.id))
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const found = open.filter((one) => words.every((word) => said(one).includes(word)))
  return { kind, shown: found.slice(-OFFERED).toReversed(), found: found.length, all: open.length }
}

/** Whether what is open belongs on an invoice, or on a credit note. */
export const isOfKind = (kind: SupplierInvoiceKind) => (one: OpenGoods) =>
  (kind === 'creditnote') === (one.kind === 'return')

const said = ({ description, suppliercode, order, reference }: OpenGoods) =>
  [description, suppliercode, order.number, reference].join(' ').toLowerCase()
