import {
  freightBases,
  inputTaxes,
  type SupplierInvoiceKind,
  type SupplierInvoiceState,
  supplierInvoiceKinds,
  supplierInvoiceStates,
} from '#db/schema/tenant/index.ts'
import {
  choice,
  choiceOrAll,
  date,
  documentLines,
  flag,
  id,
  listQuery,
  object,
  percent,
  quantity,
  rand,
  rate,
  reference,
  t,
  text,
  version,
} from '#server/http/fields.ts'
import { type PaymentMethod, paymentMethods } from '#views/sales/invoices/payment-methods.ts'

const head = {
  organisation: t.Optional(reference()),
  date: t.Optional(date()),
  duedate: t.Optional(date()),
  vatdate: t.Optional(date()),
  note: t.Optional(text(2000, { multiline: true })),
  spread: t.Optional(choice(...freightBases)),
}

/**
 * Without quantity, rate or VAT rate a line takes those of the goods or the item that it names, and of the day. `orderlineid`: a line of an
 * order that nobody receives, such as a service. `inventoryid`: of a line without any of these, the item that it charges, in its
 * base unit.
 */
const Lines = t.Array(
  object({
    id: t.Optional(id()),
    receiptlineid: t.Optional(reference()),
    returnid: t.Optional(reference()),
    orderlineid: t.Optional(reference()),
    inventoryid: t.Optional(reference()),
    description: t.Optional(text(250)),
    quantity: t.Optional(quantity()),
    rate: t.Optional(rate()),
    discount: t.Optional(percent()),
    vatrate: t.Optional(percent()),
    inputtax: t.Optional(choice(...inputTaxes)),
    freight: t.Optional(flag()),
    share: t.Optional(rand()),
  }),
  documentLines,
)

/** Of an item, which is charged at another cost than its own. */
export const NewCost = object({ inventoryid: id(), keeps: choice('price', 'margin') })

const kind = () => t.Unsafe<SupplierInvoiceKind>(choice(...supplierInvoiceKinds))

const vatNumber = () => t.Optional(text(20))

/**
 * `number`: the supplier's own. `vatdate`: in whose VAT period it is claimed. `vatnumber`: kept with the supplier, if none is
 * kept there.
 */
export const NewSupplierInvoice = object({
  kind: t.Optional(kind()),
  supplier: reference(),
  number: text(60, { required: true }),
  ...head,
  vatnumber: vatNumber(),
  lines: Lines,
})

/** A draft takes its own fields. `status`: approves it, or cancels what was approved; `reason` says why. */
export const SupplierInvoiceChange = object({
  version: version(),
  status: t.Optional(choice('approved', 'cancelled')),
  reason: t.Optional(text(200)),
  supplier: t.Optional(reference()),
  number: t.Optional(text(60)),
  ...head,
  vatnumber: vatNumber(),
  lines: t.Optional(Lines),
})

export const NewSupplierPayment = object({
  supplier: reference(),
  date: t.Optional(date()),
  method: t.Optional(t.Unsafe<PaymentMethod>(choice(...(Object.keys(paymentMethods) as PaymentMethod[])))),
  reference: t.Optional(text(120)),
  parts: t.Array(object({ invoiceid: id(), amount: rand() }), documentLines),
})

export const OfSupplierPayment = t.Object({ supplierpaymentid: id() })
export const PaymentReversal = object({ reason: text(200) })

export const OfSupplier = object({ supplier: t.String({ maxLength: 40 }) })
export const GoodsOfSupplier = object({
  supplier: t.String({ maxLength: 40 }),
  skip: listQuery.skip,
  take: listQuery.take,
})

export const SupplierInvoiceList = object({
  skip: listQuery.skip,
  take: listQuery.take,
  search: listQuery.search,
  sort: listQuery.sort,
  state: t.Optional(t.Unsafe<SupplierInvoiceState | ''>(choiceOrAll(...supplierInvoiceStates))),
  kind: t.Optional(t.Unsafe<SupplierInvoiceKind | ''>(choiceOrAll(...supplierInvoiceKinds))),
  supplier: t.Optional(t.String({ maxLength: 40 })),
  late: t.Optional(flag()),
})

export const GoodsSearch = object({ search: listQuery.search })

export const OnAgedDay = object({ date: t.Optional(date()) })

const steps = ['save', 'add', 'approve', 'cancel'] as const
export type InvoiceStepName = (typeof steps)[number]
export const InvoiceStep = t.Object({ id: id(), step: choice(...steps) })

/** What a browser sends of inputs of one name: one text, or many in their order. */
const texts = () =>
  t.Optional(
    t.Union([t.String({ maxLength: 1000 }), t.Array(t.String({ maxLength: 1000 }), documentLines)], {
      error: 'must be texts',
    }),
  )

/** `fill`: with all that came, or went back, and stands on no invoice yet; of an `order` alone, for its organisation. */
export const NewSupplierInvoiceForm = object({
  kind: t.Optional(kind()),
  supplier: reference(),
  number: text(60),
  date: t.Optional(date()),
  duedate: t.Optional(date()),
  vatnumber: vatNumber(),
  order: t.Optional(t.String({ maxLength: 40 })),
  fill: t.Optional(flag()),
})

export const SupplierInvoiceForm = object({
  version: version(),
  reason: t.Optional(text(200)),
  supplier: t.Optional(reference()),
  number: t.Optional(text(60)),
  ...head,
  vatnumber: vatNumber(),
  lineid: texts(),
  receiptlineid: texts(),
  returnid: texts(),
  orderlineid: texts(),
  inventoryid: texts(),
  description: texts(),
  quantity: texts(),
  rate: texts(),
  discount: texts(),
  vatrate: texts(),
  inputtax: texts(),
  /** Ids of the lines that are carriage. */
  freight: texts(),
  share: texts(),
  addreceipt: t.Optional(reference()),
  addreturn: t.Optional(reference()),
  addservice: t.Optional(reference()),
  additem: t.Optional(reference()),
  addtext: t.Optional(text(250)),
})

export const SupplierPaymentForm = object({
  supplier: reference(),
  date: t.Optional(date()),
  method: NewSupplierPayment.properties.method,
  reference: t.Optional(text(120)),
  invoiceid: texts(),
  amount: texts(),
})

export const SupplierInvoiceQueryNew = object({
  /** What it begins with. */
  order: t.Optional(t.String({ maxLength: 40 })),
  supplier: t.Optional(t.String({ maxLength: 40 })),
  kind: t.Optional(t.Unsafe<SupplierInvoiceKind | ''>(choiceOrAll(...supplierInvoiceKinds))),
})
export const SupplierInvoiceTab = object({ tab: t.Optional(choice('payments', 'history')) })
