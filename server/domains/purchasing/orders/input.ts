import { type OrderState, orderStates } from '#db/schema/tenant/index.ts'
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
  rate,
  reference,
  t,
  text,
  version,
} from '#server/http/fields.ts'

const head = {
  organisation: t.Optional(reference()),
  required: t.Optional(date()),
  expected: t.Optional(date()),
  reference: t.Optional(text(120)),
  note: t.Optional(text(2000, { multiline: true })),
}

/** `id`: of a line that stands on the draft already. Without a rate it is priced as the supplier asks. */
const Lines = t.Array(
  object({
    id: t.Optional(id()),
    inventoryid: t.Optional(reference()),
    description: t.Optional(text(250)),
    quantity: quantity(),
    unit: t.Optional(text(40)),
    rate: t.Optional(rate()),
    discount: t.Optional(percent()),
    jobid: t.Optional(reference()),
    note: t.Optional(text(1000, { multiline: true })),
  }),
  documentLines,
)

/** `expected`: when the supplier promised it, kept apart from when it is `required`. */
export const NewOrder = object({ supplier: reference(), ...head, lines: Lines })

/**
 * A draft takes its own fields. `status`: sends it; closes what has not come, or waits for it again, of all lines or of
 * `lineids`; cancels it. The promise may change after sending too.
 */
export const OrderChange = object({
  version: version(),
  status: t.Optional(choice('sent', 'closed', 'cancelled')),
  supplier: t.Optional(reference()),
  ...head,
  lines: t.Optional(Lines),
  lineids: t.Optional(t.Array(id(), documentLines)),
})

const Quantities = t.Array(
  object({ lineid: id(), quantity: quantity(), storageid: t.Optional(reference()) }),
  documentLines,
)

export const NewReceipt = object({
  lines: Quantities,
  reason: t.Optional(text(200)),
  reference: t.Optional(text(120)),
  lastprice: t.Optional(flag()),
})

export const NewReturn = object({
  lines: Quantities,
  again: flag(),
  reason: t.Optional(text(200)),
})

export const OfReceipt = t.Object({ id: id(), receiptid: id() })
export const OfReturn = t.Object({ id: id(), returnid: id() })

export const OrderList = object({
  skip: listQuery.skip,
  take: listQuery.take,
  search: listQuery.search,
  sort: listQuery.sort,
  state: t.Optional(t.Unsafe<OrderState | ''>(choiceOrAll(...orderStates))),
  supplier: t.Optional(t.String({ maxLength: 40 })),
  jobid: t.Optional(t.String({ maxLength: 40 })),
  inventoryid: t.Optional(t.String({ maxLength: 40 })),
  late: t.Optional(flag()),
})

const orderSteps = ['save', 'add', 'send', 'close', 'reopen', 'cancel', 'promise'] as const
export type OrderStepName = (typeof orderSteps)[number]
export const OrderStep = t.Object({ id: id(), step: choice(...orderSteps) })

/** What a browser sends of inputs of one name: one text, or many in their order. */
const texts = () =>
  t.Optional(
    t.Union([t.String({ maxLength: 1000 }), t.Array(t.String({ maxLength: 1000 }), documentLines)], {
      error: 'must be texts',
    }),
  )

export const NewOrderForm = object({
  supplier: reference(),
  required: t.Optional(date()),
  reference: t.Optional(text(120)),
  jobid: t.Optional(reference()),
  inventoryid: texts(),
  quantity: texts(),
  unit: texts(),
})

export const OrderForm = object({
  version: version(),
  supplier: t.Optional(reference()),
  ...head,
  lineid: texts(),
  inventoryid: texts(),
  description: texts(),
  quantity: texts(),
  unit: texts(),
  rate: texts(),
  discount: texts(),
  jobid: texts(),
  linenote: texts(),
  /** What is typed to find an item stands in the same form. */
  search: listQuery.search,
  additem: t.Optional(reference()),
  addtext: t.Optional(text(250)),
  /** Pasted from a spreadsheet. */
  rows: t.Optional(text(40_000, { multiline: true })),
})

const came = { lineid: texts(), quantity: texts(), storageid: texts(), reason: t.Optional(text(200)) }

export const ReceiptForm = object({
  ...came,
  reference: t.Optional(text(120)),
  lastprice: t.Optional(flag()),
})

export const ReturnedForm = object({ ...came, again: flag() })

/** The form that is on the page comes along, so that a scan loses nothing that was typed. */
export const ScanQuery = object({
  code: t.Optional(text(120)),
  ...came,
  reference: t.Optional(text(120)),
  lastprice: t.Optional(flag()),
})

export const OrderDialogQuery = object({
  tab: t.Optional(choice('receive', 'return', 'history')),
  everything: t.Optional(flag()),
})

export const NewOrderQuery = object({
  jobid: t.Optional(t.String({ maxLength: 40 })),
  /** What is below zero. */
  below: t.Optional(flag()),
  /** What is below its minimum. */
  minimum: t.Optional(flag()),
  supplier: t.Optional(t.String({ maxLength: 40 })),
})

export const ItemSearch = object({ search: listQuery.search })
