import { type InvoiceState, invoiceStates } from '#db/queries/sales/invoice-states.ts'
import {
  choice,
  choiceOrAll,
  date,
  flag,
  id,
  integer,
  listQuery,
  object,
  percent,
  quantity,
  rand,
  reference,
  t,
  text,
  version,
} from '#server/http/fields.ts'
import { type PaymentMethod, paymentMethods } from '#views/sales/invoices/payment-methods.ts'
import { type CreditReason, reasonCodes } from './kinds.ts'

const ID = t.String({ maxLength: 40 })

export const InvoiceList = object({
  ...listQuery,
  state: t.Optional(
    t.Unsafe<InvoiceState | ''>(
      t.String({
        pattern: `^(${invoiceStates.join('|')})?$`,
        error: `must be one of ${invoiceStates.join(', ')}`,
      }),
    ),
  ),
  client: t.Optional(ID),
  /** Of no client. */
  cash: t.Optional(flag()),
  jobid: t.Optional(ID),
  start: t.Optional(date()),
  end: t.Optional(date()),
})

const methods = Object.keys(paymentMethods) as PaymentMethod[]

/** Days of payment, both included. */
export const ReceivedList = object({
  client: t.Optional(ID),
  method: t.Optional(choiceOrAll(...methods)),
  skip: listQuery.skip,
  take: listQuery.take,
  start: t.Optional(date()),
  end: t.Optional(date()),
})

/** `credit`: what pays no invoice yet. */
export const PaymentList = object({ ...ReceivedList.properties, credit: t.Optional(flag()) })

const LINES_AT_ONCE = 500

const part = {
  lines: t.Optional(t.Array(object({ materialid: id(), quantity: quantity() }), { maxItems: LINES_AT_ONCE })),
  percent: t.Optional(percent()),
}

/** `lines` or `percent` of the price, with VAT; without either, all that is left. */
export const NewInvoice = object({ jobid: ID, organisation: t.Optional(reference()), ...part })
export const PartChange = object({ ...part, version: version() })

export const MissingQuery = object({ organisation: ID })

export const DialogQuery = object({ tab: t.Optional(choice('payments', 'credit')) })

export const DraftChange = object({
  reference: t.Optional(text(120)),
  organisation: t.Optional(reference()),
  version: version(),
})

/**
 * `line` is the place of a line on the invoice, from 0; without lines, all that is left is credited. `amount`, with VAT, is taken
 * off its price in place of a quantity. `restock`: what was used or made of it comes back into stock, as it does of returned
 * goods that are not `damaged` where nobody says otherwise.
 */
export const CreditBody = object({
  lines: t.Optional(
    t.Array(
      object({
        line: integer(0, 100_000),
        quantity: t.Optional(quantity()),
        amount: t.Optional(rand()),
        restock: t.Optional(flag()),
      }),
      { maxItems: LINES_AT_ONCE },
    ),
  ),
  again: t.Optional(flag()),
  restock: t.Optional(flag()),
  note: t.Optional(text(120)),
  damaged: t.Optional(flag()),
  reason: t.Unsafe<CreditReason>(
    t.String({
      pattern: `^(${reasonCodes.join('|')})$`,
      error: `must be one of ${reasonCodes.join(', ')}`,
    }),
  ),
})

const amount = () =>
  t.Union([t.Number(), t.String({ maxLength: 40 })], { error: 'must be an amount in rand' })

const received = {
  date: t.Optional(date()),
  amount: amount(),
  method: t.Optional(choice(...methods)),
  reference: t.Optional(text(120)),
}

/**
 * `amount` is in rand with at most two decimals, as a number or as text with a decimal comma; `checkdate` refuses a day
 * long before the invoice.
 */
export const NewPayment = object({ ...received, checkdate: t.Optional(flag()) })

/** `early`: somebody says that a day long before the invoice is right. */
export const PaymentForm = object({ ...received, early: t.Optional(flag()) })

/** What a payment pays of which no amount is put to an invoice. */
export type Pays = 'oldest' | 'chosen' | 'credit'

/** For several invoices; what is put to none is kept as credit of the client, or `pays` the oldest first. */
export const NewClientPayment = object({
  ...received,
  client: id(),
  pays: t.Optional(choice('oldest', 'chosen', 'credit')),
  allocations: t.Optional(
    t.Array(object({ invoiceid: id(), amount: amount() }), { maxItems: LINES_AT_ONCE }),
  ),
})

/** Credit of a client, or of one payment; without an amount, all of it. */
export const CreditRefund = object({
  ...received,
  amount: t.Optional(amount()),
  client: t.Optional(id()),
  payment: t.Optional(id()),
})
export const PayBackQuery = object({ client: t.Optional(id()), payment: t.Optional(id()) })

export const ReceiveQuery = object({ client: id() })
export const ByPayment = t.Object({ paymentid: id() })
export const NewAllocation = object({ invoiceid: id(), amount: amount() })
export const Reversal = object({ reason: text(300, { required: true, label: 'reason' }) })

/** A form with a row for each line, whose fields are called `lines.0.quantity`. */
export const LineForm = t.Record(
  t.String({ maxLength: 60 }),
  t.Union([t.String({ maxLength: 120 }), t.Null()]),
)
