import { coreFees } from '#db/queries/platform/fees.ts'
import { activeSubscription } from '#db/queries/platform/payments.ts'
import { chooseFees } from '#server/domains/account/fees/choose-fees.ts'
import {
  presentAccountFees,
  presentCoreFee,
  presentPayments,
  readStanding,
  requireBilledAccount,
} from '#server/domains/account/fees/present.ts'
import { type FeeChoice, isOffered } from '#server/domains/account/fees/price.ts'
import { payingAccount } from '#server/domains/account/payments/api.ts'
import { syncProvider } from '#server/domains/account/payments/sync-provider.ts'
import type { Context } from '#server/http/context.ts'
import { ById } from '#server/http/fields.ts'
import { data, listData } from '#server/http/reply.ts'
import { api, type Route } from '#server/http/route.ts'
import { toDecimal } from '#server/money/decimal.ts'
import { readPayfast } from '#server/payfast/settings.ts'
import type { Services } from '#server/services.ts'
import { AccountFees, parseChoice } from './input.ts'

export const UPDATED = 'Your account subscription has been updated successfully'

/** After Apply: the provider is told where a card is charged already, and open pages follow. */
async function announceChoice(services: Services, accountid: string) {
  const card = services.platform.read((db) => activeSubscription(db, accountid))
  if (card) await syncProvider(services, card.token)
  services.hub.publish(accountid, 'RecordChanged', [{ table: 'subscription', id: accountid }])
}

/** What the write returns is the reply, so that one sent again with its key is given again. */
export async function applyChoice(c: Context, accountid: string, choice: FeeChoice) {
  const { userid } = c.person
  const reply = await c.platform.write((tx) => {
    chooseFees(tx, { accountid, userid, choice })
    return data(presentAccountFees(tx.db, accountid), { message: UPDATED })
  })
  await announceChoice(c.services, accountid)
  return reply
}

export const subscriptionApi: Route[] = [
  api(
    'GET /api/account/subscribe',
    { claim: 'account.manage', summary: 'Where the account stands: what is paid, and what waits to be.' },
    (c) =>
      c.platform.read((db) => {
        const { account, seatsused, card, order, planname } = readStanding(db, c.person.accountid)
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

  api('GET /api/account/accountfees', { claim: 'account.manage' }, (c) =>
    c.platform.read((db) => listData(presentAccountFees(db, c.person.accountid))),
  ),

  api('GET /api/account/:id/accountfees', { claim: 'seat', params: ById }, (c) => {
    const accountid = payingAccount(c, c.params.id)
    return c.platform.read((db) => listData(presentAccountFees(db, requireBilledAccount(db, accountid).id)))
  }),

  api(
    'PATCH /api/account/:id/accountfees',
    { claim: 'seat', needsSignIn: true, params: ById, body: AccountFees, evenexpired: true },
    (c) => applyChoice(c, payingAccount(c, c.params.id), parseChoice(c.body)),
  ),
]
