import { coreFees } from '#db/queries/platform/fees.ts'
import { activeSubscription } from '#db/queries/platform/payments.ts'
import { payingAccount } from '#server/domains/cctransactions/api.ts'
import { tellProvider } from '#server/domains/cctransactions/tell-provider.ts'
import { id, t } from '#server/http/fields.ts'
import { data } from '#server/http/reply.ts'
import { api, type Route } from '#server/http/route.ts'
import type { Services } from '#server/http/services.ts'
import { toDecimal } from '#server/money/decimal.ts'
import { payfastOf } from '#server/payfast/settings.ts'
import { chooseFees } from './choose-fees.ts'
import { AccountFees, choiceOf } from './input.ts'
import { accountOf, presentAccountFees, presentCoreFee, presentPayments, standingOf } from './present.ts'
import { type Choice, onOffer } from './price.ts'

const ById = t.Object({ id: id() })
const UPDATED = 'Your account subscription has been updated successfully'

/** Apply, and the provider is told where a card is charged already. @throws naming what cannot be chosen */
export async function applyChoice(
  services: Services,
  who: { accountid: string; userid: string },
  choice: Choice,
) {
  const order = await services.platform.write((tx) => chooseFees(tx, { ...who, choice }))
  const card = services.platform.read((db) => activeSubscription(db, who.accountid))
  if (card) await tellProvider(services, card.token)
  services.hub.publish(who.accountid, 'RecordChanged', [{ table: 'subscription', id: who.accountid }])
  return order
}

export const subscriptionApi = (services: Services): Route[] => [
  api(
    'GET /api/account/subscribe',
    { claim: 'account.manage', summary: 'Where the account stands: what is paid, and what waits to be.' },
    (c) =>
      c.platform.read((db) => {
        const { account, seatsused, card, order, planname } = standingOf(db, c.person.accountid)
        const { utcexpires, subscribed, size, seatspaid } = account
        return {
          utcexpires,
          subscribed,
          size,
          seatspaid,
          seatsused,
          plan: planname ?? null,
          cardpayments: payfastOf(services.config) !== undefined,
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
    const fees = c.platform.read((db) => coreFees(db)).filter(onOffer)
    return data(fees.map(presentCoreFee), { total: fees.length })
  }),

  api('GET /api/account/accountfees', { claim: 'account.manage' }, (c) =>
    c.platform.read((db) => presentAccountFees(db, c.person.accountid)),
  ),

  api('GET /api/account/:id/accountfees', { claim: 'seat', params: ById }, (c) => {
    const accountid = payingAccount(c, c.params.id)
    return c.platform.read((db) => presentAccountFees(db, accountOf(db, accountid).id))
  }),

  api(
    'PATCH /api/account/accountfees',
    {
      claim: 'account.manage',
      body: AccountFees,
      evenexpired: true,
      summary: 'Chooses a plan and add-ons: the whole list. Seats change once it is paid.',
    },
    async (c) => {
      const { accountid, userid } = c.person
      await applyChoice(services, { accountid, userid }, choiceOf(c.body))
      return data(
        c.platform.read((db) => presentAccountFees(db, accountid)),
        { message: UPDATED },
      )
    },
  ),

  api(
    'PATCH /api/account/:id/accountfees',
    { claim: 'seat', params: ById, body: AccountFees, evenexpired: true },
    async (c) => {
      const accountid = payingAccount(c, c.params.id)
      await applyChoice(services, { accountid, userid: c.person.userid }, choiceOf(c.body))
      return data(
        c.platform.read((db) => presentAccountFees(db, accountid)),
        { message: UPDATED },
      )
    },
  ),
]
