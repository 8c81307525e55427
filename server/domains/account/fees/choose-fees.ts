import { randomUUIDv7 } from 'bun'
import { and, eq } from 'drizzle-orm'
import { accountFees, billedAccount } from '#db/queries/platform/fees.ts'
import {
  activeSubscription,
  type CardSubscription,
  type Order,
  openOrder,
  orderById,
} from '#db/queries/platform/payments.ts'
import { accountfees, cardsubscriptions, paymentorders } from '#db/schema/platform/payments.ts'
import type { PlatformDb, PlatformTx } from '#db/types.ts'
import { recordAudit } from '#server/access/audit.ts'
import { notFound } from '#server/errors.ts'
import { type FeeChoice, listAvailableFees, type Price, priceFees } from './price.ts'

type Chosen = { accountid: string; userid: string; choice: FeeChoice }

/** Seats and size change when the order is paid, never before. @throws naming what cannot be chosen */
export function chooseFees(tx: PlatformTx, { accountid, userid, choice }: Chosen): Order {
  if (!billedAccount(tx.db, accountid)) throw notFound('account')
  const price = priceFees(listAvailableFees(tx.db, accountid), choice)
  storeChoice(tx, accountid, choice)
  const active = activeSubscription(tx.db, accountid)
  const current = active && orderById(tx.db, active.orderid)
  const order =
    current && isOrderOf(current, price) ? current : findOrAddOrder(tx, { accountid, userid }, price)
  if (active) changeAmount(tx, active, order)
  recordAudit(tx, 'subscriptionchosen', { userid, accountid, detail: describeFees(price) })
  return order
}

/** The newest unpaid one when it is of the same price. */
export function findOrAddOrder(
  tx: PlatformTx,
  who: { accountid: string; userid: string },
  price: Price,
): Order {
  const open = waitingOrder(tx.db, who.accountid, price)
  if (open) return open
  const { size, seats, amount } = price
  const row = {
    id: randomUUIDv7(),
    ...who,
    amount,
    size,
    seats,
    fees: JSON.stringify(price.fees),
    createdutc: tx.now,
    paidutc: null,
  }
  tx.db.insert(paymentorders).values(row).run()
  return row
}

export function waitingOrder(db: PlatformDb, accountid: string, price: Price): Order | undefined {
  const open = openOrder(db, accountid)
  return open && isOrderOf(open, price) ? open : undefined
}

const isOrderOf = (order: Order, price: Price) =>
  order.amount === price.amount && order.seats === price.seats && order.fees === JSON.stringify(price.fees)

const describeFees = ({ fees }: Price) => fees.map(({ quantity, name }) => `${quantity} × ${name}`).join(', ')

function storeChoice({ db, now }: PlatformTx, accountid: string, choice: FeeChoice) {
  const known = accountFees(db, accountid).map(({ fee }) => fee.corefeeid)
  for (const corefeeid of new Set([...known, ...choice.keys()])) {
    const quantity = choice.get(corefeeid) ?? 0
    db.insert(accountfees)
      .values({ id: randomUUIDv7(), accountid, corefeeid, quantity, updatedutc: now })
      .onConflictDoUpdate({
        target: [accountfees.accountid, accountfees.corefeeid],
        set: { quantity, updatedutc: now },
      })
      .run()
  }
}

function changeAmount({ db, now }: PlatformTx, { token, orderid }: CardSubscription, order: Order) {
  const nextorderid = order.id === orderid ? null : order.id
  db.update(cardsubscriptions)
    .set({ nextorderid, tell: 'amount', attempts: 0, nextutc: now, error: '' })
    .where(and(eq(cardsubscriptions.token, token), eq(cardsubscriptions.status, 'active')))
    .run()
}
