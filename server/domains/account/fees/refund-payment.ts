import { and, eq, isNull, sql } from 'drizzle-orm'
import { type BilledAccount, billedAccount } from '#db/queries/platform/fees.ts'
import {
  listPaidPeriods,
  nextReceiptNumber,
  type Payment,
  paymentById,
} from '#db/queries/platform/payments.ts'
import { accountfees, payments } from '#db/schema/platform/payments.ts'
import { accounts } from '#db/schema/platform/platform.ts'
import type { PlatformDb, PlatformTx } from '#db/types.ts'
import { recordAudit } from '#server/access/audit.ts'
import { notFound } from '#server/errors.ts'
import { formatRand, instant } from '#views/format.ts'
import { type RefundedTime, refundedTime } from './paid-time.ts'

export function planRefund(
  db: PlatformDb,
  id: string,
  now: string,
): RefundedTime & { payment: Payment; account: BilledAccount } {
  const payment = paymentById(db, id)
  const account = payment && billedAccount(db, payment.accountid)
  if (!payment || !account) throw notFound('payment')
  const lots = listPaidPeriods(db, account.id)
  return { payment, account, ...refundedTime({ utcexpires: account.utcexpires, lots, now }, payment) }
}

type Refund = { id: string; reason: string; userid: string; address: string }

/** Nothing before now is taken back; plan and seats stay. The money itself goes back at the provider. */
export function refundPayment(
  tx: PlatformTx,
  { id, reason, userid, address }: Refund,
): Payment & { isNew: boolean } {
  const { db, now } = tx
  const { payment, account, utcexpires, lots } = planRefund(db, id, now)
  if (payment.reversedutc) return { ...payment, isNew: false }
  for (const lot of lots)
    db.update(payments)
      .set({ timefrom: lot.timefrom, timeuntil: lot.timeuntil })
      .where(eq(payments.id, lot.id))
      .run()
  const creditnumber = nextReceiptNumber(db)
  const reversed = {
    reversedutc: now,
    reversedby: userid,
    reason,
    creditnumber,
    endwas: account.utcexpires,
    endis: utcexpires,
  }
  db.update(payments).set(reversed).where(eq(payments.id, id)).run()
  const version = sql`${accounts.version} + 1`
  db.update(accounts).set({ utcexpires, version, updatedutc: now }).where(eq(accounts.id, account.id)).run()
  forgetPlan(tx, account.id)
  recordAudit(tx, 'paymentrefunded', {
    userid,
    accountid: account.id,
    address,
    detail: `${payment.reference}, credit note ${creditnumber}, ${formatRand(payment.amount)}, paid until ${instant(account.utcexpires) || 'ever'} → ${instant(utcexpires) || 'ever'}: ${reason}`,
  })
  return { ...payment, ...reversed, isNew: true }
}

/** Of which nothing is paid any more, nothing is the plan that is paid. */
function forgetPlan({ db }: PlatformTx, accountid: string) {
  const kept = db
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.accountid, accountid), isNull(payments.reversedutc)))
    .limit(1)
    .get()
  if (!kept) db.update(accountfees).set({ paid: 0 }).where(eq(accountfees.accountid, accountid)).run()
}
