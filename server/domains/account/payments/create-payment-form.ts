import type { Order } from '#db/queries/platform/payments.ts'
import { platformUserById } from '#db/queries/platform/users.ts'
import { linkSite } from '#server/access/link-site.ts'
import { findOrAddOrder, waitingOrder } from '#server/domains/account/fees/choose-fees.ts'
import { planCarryOver, planExtension } from '#server/domains/account/fees/extend-account.ts'
import { billingDate } from '#server/domains/account/fees/months.ts'
import { requireBilledAccount } from '#server/domains/account/fees/present.ts'
import {
  listAvailableFees,
  type PricedFee,
  priceFees,
  readChoices,
} from '#server/domains/account/fees/price.ts'
import { invalid, Problem } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'
import { signedForm } from '#server/payfast/form.ts'
import { readPayfast } from '#server/payfast/settings.ts'
import type { Services } from '#server/services.ts'

type Asking = { accountid: string; userid: string }

/** At today's prices. @throws when card payments are not set up, or nothing was chosen yet */
export async function createPaymentForm(c: Pick<Context, 'services' | 'person' | 'request'>) {
  const { services, person: asking } = c
  const payfast = readPayfast(services.config)
  if (!payfast) throw new Problem(409, 'Card payments are not set up here.', { code: 'notsetup' })
  const order = await findOrCreateOrder(services, asking)
  const account = services.platform.read((db) => requireBilledAccount(db, asking.accountid))
  const person = services.platform.read((db) => platformUserById(db, asking.userid))
  const fees = JSON.parse(order.fees) as PricedFee[]
  const now = services.clock().toISOString()
  const bought = { amount: order.amount, seats: order.seats, fees }
  const { monthfrom, carry } = services.platform.read((db) => ({
    monthfrom: planExtension(db, account, bought, now).monthfrom,
    carry: planCarryOver(db, account, bought, now),
  }))
  const at = (site: string, path: string) => new URL(path, site).href
  const returns = linkSite(c)
  const form = signedForm(payfast, {
    orderid: order.id,
    accountid: asking.accountid,
    amount: order.amount,
    itemname: `Joblane for ${account.name}`,
    itemdescription: fees.map(({ quantity, name }) => `${quantity} x ${name}`).join(', '),
    billingdate: billingDate(monthfrom, now),
    person: {
      firstname: person?.firstname ?? '',
      lastname: person?.lastname ?? '',
      email: person?.email ?? '',
    },
    returnurl: at(returns, `/subscription/returned?order=${order.id}`),
    cancelurl: at(returns, '/subscription/cancelled'),
    notifyurl: at(services.url, '/api/cctransactions/payfast/notify'),
  })
  return { ...form, order, carry }
}

async function findOrCreateOrder({ platform }: Services, { accountid, userid }: Asking): Promise<Order> {
  const { price, open } = platform.read((db) => {
    const { chosen } = readChoices(db, accountid)
    if (chosen.size === 0) throw invalid({ plan: 'Choose a plan and press Apply first.' })
    const price = priceFees(listAvailableFees(db, accountid), chosen)
    return { price, open: waitingOrder(db, accountid, price) }
  })
  // The page is opened more often than a price changes, and reading it should cost no write.
  return open ?? platform.write((tx) => findOrAddOrder(tx, { accountid, userid }, price))
}
