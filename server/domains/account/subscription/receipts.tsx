import { findAccountPayment } from '#db/queries/platform/payments.ts'
import { readParties } from '#server/domains/account/fees/payment-parties.ts'
import type { PricedFee } from '#server/domains/account/fees/price.ts'
import { findRecipient } from '#server/domains/account/fees/recipient.ts'
import { notFound } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'
import { ById } from '#server/http/fields.ts'
import { view } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { CreditNote, Receipt, type ReceiptProps, receiptTitle } from '#views/account/subscription/receipt.tsx'

const about = { claim: 'account.manage', params: ById } as const

function readReceipt(c: Context<{ id: string }>): ReceiptProps {
  const { platform, person, params } = c
  const { recipient, ...receipt } = platform.read((db) => {
    const found = findAccountPayment(db, person.accountid, params.id)
    if (!found) throw notFound('payment')
    const { payer, recipient, ...seller } = readParties(db, found.payment.parties, person.accountname)
    const fees = JSON.parse(found.order.fees) as PricedFee[]
    return { ...found.payment, seller, payer, recipient, fees }
  })
  if (receipt.vat === null) return receipt
  return { ...receipt, payer: recipient ?? c.read(findRecipient)?.words ?? receipt.payer }
}

export const receiptPages: Route[] = [
  page('GET /subscription/receipts/:id', { ...about, summary: 'A receipt, for printing.' }, (c) => {
    const receipt = readReceipt(c)
    return view(<Receipt {...receipt} />, { title: receiptTitle(receipt) })
  }),

  page(
    'GET /subscription/receipts/:id/credit',
    { ...about, summary: 'The credit note of a refund, for printing.' },
    (c) => {
      const receipt = readReceipt(c)
      if (!receipt.creditnumber) throw notFound('credit note')
      return view(<CreditNote {...receipt} />, { title: `Credit note ${receipt.creditnumber}` })
    },
  ),
]
