import type {
  FreightBasis,
  InputTax,
  SupplierInvoiceKind,
  SupplierInvoiceState,
} from '#db/schema/tenant/index.ts'

type Link = { id: string; name: string }

/** Amounts in cents: those of a credit note are below zero. */
export type SupplierInvoiceSummary = {
  id: string
  version: number
  kind: SupplierInvoiceKind
  state: SupplierInvoiceState
  supplier: Link
  organisation: Link
  number: string
  date: string
  duedate: string | null
  vatdate: string
  /** It should have been paid before today. */
  late: boolean
  net: number
  vat: number
  total: number
  paid: number
  open: number
}

export type SupplierInvoiceLine = {
  id: string
  receiptlineid: string | null
  returnid: string | null
  /** The line of the order of either, or that nobody receives. */
  orderlineid: string | null
  inventoryid: string | null
  description: string
  unit: string
  quantity: number
  rate: number
  discount: number
  vatrate: number
  inputtax: InputTax
  freight: boolean
  net: number
  vat: number
  total: number
  /** Of the carriage. */
  share: number
  /** What the goods cost more than they were received at. */
  late: number
  order: { id: string; number: string } | null
  /** Beside the order and the receipt; null of what was not ordered. */
  match: {
    ordered: number
    received: number
    returned: number
    orderedrate: number
    expected: number
    difference: number
    within: boolean
    /** Not on any invoice yet. */
    left: number
  } | null
}

export type SupplierPayment = {
  id: string
  date: string
  method: string
  amount: number
  reference: string
  user: string
  reversed: string | null
  reason: string
}

export type SupplierInvoiceDetail = SupplierInvoiceSummary & {
  note: string
  spread: FreightBasis
  approved: string | null
  approvedby: string
  reason: string
  cancelled: string | null
  items: SupplierInvoiceLine[]
  payments: SupplierPayment[]
}

/** What may be charged or credited, in the unit of its order. */
export type OpenGoods = {
  /** A service, as text, is charged as it was ordered: nobody receives it. */
  kind: 'receipt' | 'return' | 'service'
  id: string
  description: string
  suppliercode: string
  unit: string
  left: number
  rate: number
  discount: number
  order: { id: string; number: string }
  reference: string
  date: string
}

/** `shown`: the newest of those that were found. */
export type OfferedGoods = { kind: SupplierInvoiceKind; shown: OpenGoods[]; found: number; all: number }
