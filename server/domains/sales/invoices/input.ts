import { type InvoiceState, invoiceStates } from '#db/queries/sales/invoice-states.ts'
import { date, listQuery, object, reference, t, text, version } from '#server/http/fields.ts'
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
  jobid: t.Optional(ID),
  start: t.Optional(date()),
  end: t.Optional(date()),
})

/** Days of payment, both included. */
export const PaymentList = object({
  skip: listQuery.skip,
  take: listQuery.take,
  start: t.Optional(date()),
  end: t.Optional(date()),
})

export const NewInvoice = object({ jobid: ID, organisation: t.Optional(reference()) })

export const DialogQuery = object({ tab: t.Optional(t.Literal('payments')) })

export const DraftChange = object({
  reference: t.Optional(text(120)),
  organisation: t.Optional(reference()),
  version: version(),
})

export const CreditBody = object({
  reason: t.Unsafe<CreditReason>(
    t.String({
      pattern: `^(${reasonCodes.join('|')})$`,
      error: `must be one of ${reasonCodes.join(', ')}`,
    }),
  ),
})

/** `amount` is in rand with at most two decimals, as a number or as text with a decimal comma. */
export const NewPayment = object({
  date: t.Optional(date()),
  amount: t.Union([t.Number(), t.String({ maxLength: 40 })], { error: 'must be an amount in rand' }),
  reference: t.Optional(text(120)),
})
