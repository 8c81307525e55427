import { eq, sql } from 'drizzle-orm'
import { client_payments, credit_refunds } from '#db/schema/tenant/index.ts'
import { type Params, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'
import type { Cents } from '#server/money/decimal.ts'

/** What of a payment went back to the client; a reversed refund counts no more. */
export const paidBackCents = sql<Cents>`coalesce((SELECT sum(r.amountcents) FROM credit_refunds r
  WHERE r.paymentid = ${client_payments.id}), 0)`

const date = sql<string>`min(${credit_refunds.date})`
const amount = sql<Cents>`sum(${credit_refunds.amountcents})`
const stands = sql`sum(${credit_refunds.amountcents}) <> 0`

const ofPayment = statement((q, p: Params<{ id: string }>) =>
  q
    .select({ id: credit_refunds.refundid, date, amount })
    .from(credit_refunds)
    .where(eq(credit_refunds.paymentid, p.id))
    .groupBy(credit_refunds.refundid)
    .having(stands),
)

/** The payments below zero by which credit of a payment went back, but for reversed ones. */
export const listPaidBack = (db: TenantDb, id: string) => ofPayment.all(db, { id })

const refunded = statement((q, p: Params<{ id: string }>) =>
  q
    .selectDistinct({ id: credit_refunds.paymentid })
    .from(credit_refunds)
    .where(eq(credit_refunds.refundid, p.id)),
)

/** The ids of the payments whose credit a payment below zero gave back, also where that was reversed. */
export const listRefundedIds = (db: TenantDb, id: string) => refunded.all(db, { id }).map((row) => row.id)

const ofRefund = statement((q, p: Params<{ id: string }>) =>
  q
    .select({ id: credit_refunds.paymentid, date: client_payments.date, amount })
    .from(credit_refunds)
    .innerJoin(client_payments, eq(client_payments.id, credit_refunds.paymentid))
    .where(eq(credit_refunds.refundid, p.id))
    .groupBy(credit_refunds.paymentid)
    .having(stands),
)

/** The payments whose credit a payment below zero gave back. */
export const listRefundSources = (db: TenantDb, id: string) => ofRefund.all(db, { id })
