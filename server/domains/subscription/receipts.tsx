import { defaultOrganisation } from '#db/queries/organisations.ts'
import { paymentOf } from '#db/queries/platform/payments.ts'
import { organisationParty } from '#server/domains/render/parties.ts'
import { notFound } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'
import { id, t } from '#server/http/fields.ts'
import { view } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { CreditNote, Receipt, type ReceiptProps, receiptTitle } from '#views/subscription/receipt.tsx'
import type { PricedFee } from './price.ts'
import { partiesOf } from './seller.ts'

const about = { claim: 'account.manage', params: t.Object({ id: id() }) } as const

/** What was paid, on paper: by whom, to whom and for what, as it was kept with the payment. @throws 404 */
function receiptOf(c: Context<{ id: string }>): ReceiptProps {
  const { platform, person, params } = c
  const receipt = platform.read((db) => {
    const found = paymentOf(db, person.accountid, params.id)
    if (!found) throw notFound('payment')
    const { payer, ...seller } = partiesOf(db, found.payment.parties, person.accountname)
    return { ...found.payment, seller, payer, fees: JSON.parse(found.order.fees) as PricedFee[] }
  })
  return receipt.vat === null ? receipt : { ...receipt, payer: payerOf(c, receipt.payer) }
}

/** Who paid, with the address and VAT number that a tax invoice above R 5 000 must name (VAT Act, section 20(4)). */
function payerOf(c: Context, payer: string): string {
  const organisation = c.read(defaultOrganisation)
  if (!organisation) return payer
  const { name, addresslines, vatnumber } = organisationParty(organisation)
  const address = [name, ...(addresslines ?? [])].join(', ')
  return vatnumber ? `${address}. VAT number ${vatnumber}` : address
}

export const receiptPages: Route[] = [
  page('GET /subscription/receipts/:id', about, (c) => {
    const receipt = receiptOf(c)
    return view(<Receipt {...receipt} />, { title: receiptTitle(receipt) })
  }),

  page('GET /subscription/receipts/:id/credit', about, (c) => {
    const receipt = receiptOf(c)
    if (!receipt.creditnumber) throw notFound('credit note')
    return view(<CreditNote {...receipt} />, { title: `Credit note ${receipt.creditnumber}` })
  }),
]
