import { choice, date, id, object, percent, reference, t, text } from '#server/http/fields.ts'
import { type PaymentMethod, paymentMethods } from '#views/sales/invoices/payment-methods.ts'

const amount = () =>
  t.Optional(
    t.Union([t.Number(), t.String({ maxLength: 40 }), t.Null()], { error: 'must be an amount in rand' }),
  )

/** `amount` in rand, or `percent` of what is estimated, with VAT. */
export const NewDeposit = object({
  jobid: id(),
  organisation: t.Optional(reference()),
  amount: amount(),
  percent: t.Optional(percent()),
  duedate: t.Optional(date()),
})

/** As the dialog asks for it. */
export const DepositForm = object({
  ...NewDeposit.properties,
  what: t.Optional(choice('percent', 'amount')),
})

export const AskQuery = object({ organisation: t.Optional(reference()) })

const reason = () => text(200, { required: true, label: 'reason' })

/** Without an amount, all that is held. */
export const DepositRefund = object({
  amount: amount(),
  date: t.Optional(date()),
  method: t.Optional(choice(...(Object.keys(paymentMethods) as PaymentMethod[]))),
  reference: t.Optional(text(120)),
  reason: reason(),
})

export const Forfeit = object({ amount: amount(), reason: reason() })
export const Withdrawal = object({ reason: reason() })
export const OnAcceptance = object({ deposit: t.Optional(percent()) })
