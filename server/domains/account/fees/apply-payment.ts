import { randomUUIDv7 } from 'bun'
import { eq, sql } from 'drizzle-orm'
import { accountFees, type BilledAccount, billedAccount } from '#db/queries/platform/fees.ts'
import {
  listCardSubscriptions,
  nextReceiptNumber,
  type Order,
  orderById,
  paymentByReference,
  subscriptionByToken,
} from '#db/queries/platform/payments.ts'
import { accountfees, paymentorders, payments } from '#db/schema/platform/payments.ts'
import { accounts } from '#db/schema/platform/platform.ts'
import type { PlatformDb, PlatformTx } from '#db/types.ts'
import { recordAudit } from '#server/access/audit.ts'
import type { Cents } from '#server/money/decimal.ts'
import type { SellerConfig } from '#server/seller-settings.ts'
import { formatRand, instant } from '#views/format.ts'
import { closePaidPeriods, planExtension } from './extend-account.ts'
import type { Extension } from './paid-time.ts'
import { includedVat, type Parties, readSeller } from './payment-parties.ts'
import type { PricedFee } from './price.ts'
import { storeCard } from './store-card.ts'

export type ReceivedPayment = {
  reference: string
  orderid: string
  accountid: string
  token: string
  amount?: Cents
}

/** A text says what is wrong. Of a card that paid before the provider may leave order and account out. */
export function findPaymentOrder(
  db: PlatformDb,
  { orderid, accountid, token }: Omit<ReceivedPayment, 'amount'>,
): Order | string {
  const card = token ? subscriptionByToken(db, token) : undefined
  const order = orderById(db, orderid || (card?.orderid ?? ''))
  if (!order) return 'It names no order of ours.'
  if (order.accountid !== accountid && !(card && accountid === ''))
    return 'It names an order of another account.'
  if (card && card.accountid !== order.accountid) return 'Its card pays for another account.'
  return order
}

/**
 * A text says why it pays for nothing. A known card pays for its order, or for the one that is to follow when
 * the amount is that one's.
 */
export function findPaidOrder(db: PlatformDb, paid: ReceivedPayment): Order | string {
  const asked = findPaymentOrder(db, paid)
  if (typeof asked === 'string') return asked
  const card = paid.token ? subscriptionByToken(db, paid.token) : undefined
  const orders = card
    ? [card.nextorderid, card.orderid].map((id) => (id ? orderById(db, id) : undefined))
    : [asked]
  return orders.find((one) => one?.amount === paid.amount) ?? 'Its amount is not what was asked for.'
}

export type PaymentParties = SellerConfig & { recipient?: string }

type PaymentOutcome = {
  state: 'paid' | 'replayed' | 'refused'
  reason: string
  renewed?: string | null
}

/** Booked once, however often it is reported. Paid days of another plan are carried over by value. */
export function applyPayment(tx: PlatformTx, paid: ReceivedPayment, between: PaymentParties): PaymentOutcome {
  const { db, now } = tx
  if (paymentByReference(db, paid.reference)) return { state: 'replayed', reason: 'It was booked before.' }
  const order = findPaidOrder(db, paid)
  if (typeof order === 'string') return { state: 'refused', reason: order }
  const account = billedAccount(db, order.accountid)
  if (!account) return { state: 'refused', reason: 'It names no account of ours.' }
  const known = paid.token ? subscriptionByToken(db, paid.token) : undefined
  const bought = { amount: order.amount, fees: JSON.parse(order.fees) as PricedFee[] }
  const extension = planExtension(db, account, bought, now, known)
  closePaidPeriods(tx, account, extension)
  const number = insertPayment(tx, { paid, order, account, extension, between })
  db.update(paymentorders)
    .set({ paidutc: order.paidutc ?? now })
    .where(eq(paymentorders.id, order.id))
    .run()
  const { anchorday, renewed } = extension
  if (paid.token) storeCard(tx, { token: paid.token, order, anchorday, known })
  const { size, seats: seatspaid } = order
  const subscribed = listCardSubscriptions(db, account.id).some(({ status }) => status === 'active')
  // The version too: an operator's form that was opened before would take the paid month away again.
  const version = sql`${accounts.version} + 1`
  db.update(accounts)
    .set({ utcexpires: renewed, size, seatspaid, subscribed, version, updatedutc: now })
    .where(eq(accounts.id, account.id))
    .run()
  markPaid(tx, order)
  recordAudit(tx, 'paymentreceived', {
    accountid: account.id,
    detail: `${paid.reference}, receipt ${number}, ${formatRand(order.amount)}, ${describeExtension(extension)}`,
  })
  return { state: 'paid', reason: '', renewed }
}

const describeExtension = ({ carried, days, becomes, renewed }: Extension) =>
  `${carried ? `${days} paid days became ${becomes}, ` : ''}paid until ${instant(renewed) || 'ever'}`

type Insert = {
  paid: ReceivedPayment
  order: Order
  account: BilledAccount
  extension: Extension
  between: PaymentParties
}

function insertPayment(
  { db, now }: PlatformTx,
  { paid, order, account, extension, between }: Insert,
): number {
  const { carried, days, becomes, timefrom, monthfrom, renewed } = extension
  const number = nextReceiptNumber(db)
  const seller = readSeller(db, between, now)
  const { recipient } = between
  const time = renewed ? { monthfrom, timefrom, timeuntil: renewed } : {}
  db.insert(payments)
    .values({
      id: randomUUIDv7(),
      reference: paid.reference,
      accountid: account.id,
      orderid: order.id,
      token: paid.token || null,
      amount: order.amount,
      receivedutc: now,
      renewedfrom: account.utcexpires,
      renewed,
      ...time,
      ...(carried ? { dayswere: days, daysbecame: becomes } : {}),
      number,
      parties: JSON.stringify({ ...seller, payer: account.name, recipient } satisfies Parties),
      vat: includedVat(order.amount, seller),
    })
    .run()
  return number
}

function markPaid({ db, now }: PlatformTx, { accountid, fees }: Order) {
  const bought = new Map((JSON.parse(fees) as PricedFee[]).map(({ id, quantity }) => [id, quantity]))
  const known = accountFees(db, accountid).map(({ fee }) => fee.corefeeid)
  for (const corefeeid of new Set([...known, ...bought.keys()])) {
    const paid = bought.get(corefeeid) ?? 0
    db.insert(accountfees)
      .values({ id: randomUUIDv7(), accountid, corefeeid, quantity: paid, paid, updatedutc: now })
      .onConflictDoUpdate({ target: [accountfees.accountid, accountfees.corefeeid], set: { paid } })
      .run()
  }
}
