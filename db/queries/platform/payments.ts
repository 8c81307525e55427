import { and, asc, desc, eq, inArray, isNotNull, isNull, lte, max } from 'drizzle-orm'
import {
  cardsubscriptions,
  paymentnotifications,
  paymentorders,
  payments,
} from '#db/schema/platform/payments.ts'
import { accounts } from '#db/schema/platform/platform.ts'
import type { PlatformDb } from '#db/types.ts'
import type { Cents } from '#server/money/decimal.ts'

export type Order = typeof paymentorders.$inferSelect
export type Payment = typeof payments.$inferSelect
export type CardSubscription = typeof cardsubscriptions.$inferSelect
type PaymentNotice = typeof paymentnotifications.$inferSelect

const MOST = 200

export const orderById = (db: PlatformDb, id: string) =>
  db.select().from(paymentorders).where(eq(paymentorders.id, id)).get()

export const openOrder = (db: PlatformDb, accountid: string) =>
  db
    .select()
    .from(paymentorders)
    .where(and(eq(paymentorders.accountid, accountid), isNull(paymentorders.paidutc)))
    .orderBy(desc(paymentorders.createdutc))
    .limit(1)
    .get()

export const listAccountPayments = (db: PlatformDb, accountid: string, most = MOST): Payment[] =>
  db
    .select()
    .from(payments)
    .where(eq(payments.accountid, accountid))
    .orderBy(desc(payments.receivedutc), desc(payments.id))
    .limit(most)
    .all()

export const findAccountPayment = (db: PlatformDb, accountid: string, id: string) =>
  db
    .select({ payment: payments, order: paymentorders })
    .from(payments)
    .innerJoin(paymentorders, eq(paymentorders.id, payments.orderid))
    .where(and(eq(payments.id, id), eq(payments.accountid, accountid)))
    .get()

export const paymentById = (db: PlatformDb, id: string) =>
  db.select().from(payments).where(eq(payments.id, id)).get()

export const listPaidPeriods = (db: PlatformDb, accountid: string) =>
  db
    .select({
      id: payments.id,
      amount: payments.amount,
      timefrom: payments.timefrom,
      timeuntil: payments.timeuntil,
    })
    .from(payments)
    .where(and(eq(payments.accountid, accountid), isNotNull(payments.timeuntil)))
    .orderBy(asc(payments.receivedutc), asc(payments.id))
    .all() as { id: string; amount: Cents; timefrom: string; timeuntil: string }[]

/** One series, in which no number is left out. */
export function nextReceiptNumber(db: PlatformDb): number {
  const highest =
    db
      .select({ number: max(payments.number) })
      .from(payments)
      .get()?.number ?? 0
  const credit =
    db
      .select({ number: max(payments.creditnumber) })
      .from(payments)
      .get()?.number ?? 0
  return Math.max(highest, credit) + 1
}

export const paymentByReference = (db: PlatformDb, reference: string) =>
  db.select().from(payments).where(eq(payments.reference, reference)).get()

export const subscriptionByToken = (db: PlatformDb, token: string) =>
  db.select().from(cardsubscriptions).where(eq(cardsubscriptions.token, token)).get()

export const listCardSubscriptions = (db: PlatformDb, accountid: string): CardSubscription[] =>
  db
    .select()
    .from(cardsubscriptions)
    .where(eq(cardsubscriptions.accountid, accountid))
    .orderBy(desc(cardsubscriptions.createdutc))
    .limit(MOST)
    .all()

export const activeSubscription = (db: PlatformDb, accountid: string) =>
  listCardSubscriptions(db, accountid).find(({ status }) => status === 'active')

export const listSubscriptionsToSync = (db: PlatformDb, now: string): CardSubscription[] =>
  db
    .select()
    .from(cardsubscriptions)
    .where(and(inArray(cardsubscriptions.tell, ['amount', 'cancel']), lte(cardsubscriptions.nextutc, now)))
    .limit(50)
    .all()

export const noticeById = (db: PlatformDb, id: string) =>
  db.select().from(paymentnotifications).where(eq(paymentnotifications.id, id)).get()

export const listWaitingNotices = (db: PlatformDb, now: string): PaymentNotice[] =>
  db
    .select()
    .from(paymentnotifications)
    .where(and(eq(paymentnotifications.state, 'waiting'), lte(paymentnotifications.nextutc, now)))
    .limit(50)
    .all()

export const listLatestNotices = (db: PlatformDb, take = 100) =>
  db
    .select({ notice: paymentnotifications, accountname: accounts.name })
    .from(paymentnotifications)
    .leftJoin(accounts, eq(accounts.id, paymentnotifications.accountid))
    .orderBy(desc(paymentnotifications.id))
    .limit(take)
    .all()
