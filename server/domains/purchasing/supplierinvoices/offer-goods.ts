import { listSupplierInvoiceLines } from '#db/queries/purchasing/supplier-invoice-lines.ts'
import type { SupplierInvoiceRow } from '#db/queries/purchasing/supplier-invoices.ts'
import type { TenantDb } from '#db/types.ts'
import type { OfferedGoods, OpenGoods } from '#views/purchasing/supplierinvoices/types.ts'
import { readOpenGoods } from './present.ts'

/** A supplier of years may have delivered thousands of things that no invoice charges yet. */
const OFFERED = 30

/** The newest that a draft may still charge or credit, of which every word that is searched for is said somewhere. */
export function offerGoods(db: TenantDb, { invoice }: SupplierInvoiceRow, search = ''): OfferedGoods {
  const wanted = invoice.kind === 'invoice' ? 'receipt' : 'return'
  const lines = listSupplierInvoiceLines(db, invoice.id)
  const own = new Set(lines.map(({ receiptlineid, returnid }) => receiptlineid ?? returnid))
  const open = readOpenGoods(db, invoice.supplier, invoice.id).filter(
    ({ kind, id }) => kind === wanted && !own.has(id),
  )
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const found = open.filter((one) => words.every((word) => said(one).includes(word)))
  return { kind: wanted, shown: found.slice(-OFFERED).toReversed(), found: found.length, all: open.length }
}

const said = ({ description, suppliercode, order, reference }: OpenGoods) =>
  [description, suppliercode, order.number, reference].join(' ').toLowerCase()
