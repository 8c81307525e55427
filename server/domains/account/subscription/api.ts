import { coreFees } from '#db/queries/platform/fees.ts'
import {
  presentAccountFees,
  presentCoreFee,
  presentPayments,
  readSubscription,
  requireBilledAccount,
} from '#server/domains/account/fees/present.ts'
import { isOffered } from '#server/domains/account/fees/price.ts'
import { payingAccount } from '#server/domains/account/payments/api.ts'
import { ById } from '#server/http/fields.ts'
import { listData } from '#server/http/reply.ts'
import { api, type Route } from '#server/http/route.ts'
import { toDecimal } from '#server/money/decimal.ts'
import { readPayfast } from '#server/payfast/settings.ts'

export const subscriptionApi: Route[] = [
  api(
    'GET /api/account/subscribe',
    { claim: 'account.manage', summary: 'Where the account stands: what is paid, and what waits to be.' },
    (c) =>
      c.platform.read((db) => {
        const { account, seatsused, card, order, planname } = readSubscription(db, c.person.accountid)
        const { utcexpires, subscribed, size, seatspaid } = account
        return {
          utcexpires,
          subscribed,
          size,
          seatspaid,
          seatsused,
          plan: planname ?? null,
          cardpayments: readPayfast(c.services.config) !== undefined,
          amount: card ? toDecimal(card.amount, 'cents') : null,
          next: card?.next
            ? { ...card.next, amount: toDecimal(card.next.amount, 'cents') }
            : order && !card
              ? { amount: toDecimal(order.amount, 'cents'), seats: order.seats, size: order.size }
              : null,
          payments: presentPayments(db, c.person.accountid),
        }
      }),
  ),

  api('GET /api/account/corefees', { claim: 'seat', summary: 'The price list, in rand a month.' }, (c) => {
    const fees = c.platform.read((db) => coreFees(db)).filter(isOffered)
    return listData(fees.map(presentCoreFee))
  }),

  api(
    'GET /api/account/accountfees',
    { claim: 'account.manage', summary: 'What one’s own account pays for.' },
    (c) => c.platform.read((db) => listData(presentAccountFees(db, c.person.accountid))),
  ),

  api(
    'GET /api/account/:id/accountfees',
    { claim: 'seat', params: ById, summary: 'What an account pays for.' },
    (c) => {
      const accountid = payingAccount(c, c.params.id)
      return c.platform.read((db) => listData(presentAccountFees(db, requireBilledAccount(db, accountid).id)))
    },
  ),
]
