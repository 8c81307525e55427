import {
  and,
  desc,
  eq,
  gte,
  isNotNull,
  lte,
  type Placeholder,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm'
import type { QueryBuilder } from 'drizzle-orm/sqlite-core'
import { type CountedSum, countAndSum } from '#db/queries/sums.ts'
import { type JobScope, type ScopeValues, scopeValues } from '#db/queries/work/visible-jobs.ts'
import { client_payments, clients, payment_figures } from '#db/schema/tenant/index.ts'
import { filtered, type GivenParams } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'
import { paidBackCents } from './credit-refunds.ts'
import { isSeenPayment } from './received.ts'

/** Calendar dates of payment, both included. */
export type PaymentFilter = { start?: string; end?: string; method?: string; client?: string }
type Values = ScopeValues & PaymentFilter
type Page = { take: number; skip: number }

const where = (p: GivenParams<Values>, day: SQLWrapper): SQL | undefined =>
  and(
    p.start && gte(day, p.start),
    p.end && lte(day, p.end),
    p.method && eq(client_payments.method, p.method),
    p.client && eq(client_payments.client, p.client),
    isSeenPayment(p),
  )

const { id, date, reverseddate, amountcents } = client_payments

/** A payment on its day, and its mirror on the day on which it was reversed: as a bank has them. */
const moved = (q: QueryBuilder, p: GivenParams<Values>) =>
  q
    .select({
      paymentid: sql<string>`${id}`.as('paymentid'),
      day: sql<string>`${date}`.as('day'),
      cents: sql<number>`${amountcents}`.as('movedcents'),
      mirror: sql<boolean>`0`.mapWith(Boolean).as('mirror'),
    })
    .from(client_payments)
    .where(where(p, date))
    .unionAll(
      q
        .select({
          paymentid: sql<string>`${id}`.as('paymentid'),
          day: sql<string>`${reverseddate}`.as('day'),
          cents: sql<number>`-${amountcents}`.as('movedcents'),
          mirror: sql<boolean>`1`.mapWith(Boolean).as('mirror'),
        })
        .from(client_payments)
        .where(and(isNotNull(reverseddate), where(p, reverseddate))),
    )

const summed = filtered((q, p: GivenParams<Values>, _: object) => {
  const rows = moved(q, p).as('moved')
  return q.select(countAndSum(sql`${rows.cents}`)).from(rows)
})

const kept = filtered((q, p: GivenParams<PaymentFilter>, _: object) =>
  q
    .select({
      count: sql<number>`coalesce(sum(${payment_figures.payments}), 0)`,
      cents: sql<number>`coalesce(sum(${payment_figures.amountcents}), 0)`,
    })
    .from(payment_figures)
    .where(and(p.start && gte(payment_figures.day, p.start), p.end && lte(payment_figures.day, p.end))),
)

/** What came in less what went back. Days are summed already; what is narrowed further is summed one by one. */
export function sumPayments(db: TenantDb, scope: JobScope, filter: PaymentFilter): CountedSum {
  const values = { ...scopeValues(scope), ...filter }
  const narrowed = values.boards ?? values.locations ?? values.method ?? values.client
  return (narrowed ? summed : kept).get(db, values, {}) as CountedSum
}

const listed = filtered((q, p: GivenParams<Values & Page>, _: object) => {
  const rows = moved(q, p)
    .orderBy(sql`2 DESC`, sql`1 DESC`)
    .limit(p.take as Placeholder)
    .offset(p.skip as Placeholder)
    .as('moved')
  return q
    .select({
      id: rows.paymentid,
      day: rows.day,
      cents: rows.cents,
      mirror: rows.mirror,
      method: client_payments.method,
      reference: client_payments.reference,
      reason: client_payments.reason,
      reverseddate: client_payments.reverseddate,
      open: sql<number>`${amountcents} - ${client_payments.allocatedcents}`,
      paidback: paidBackCents,
      client: clients.name,
    })
    .from(rows)
    .innerJoin(client_payments, eq(id, rows.paymentid))
    .leftJoin(clients, eq(clients.id, client_payments.client))
    .orderBy(desc(rows.day), desc(rows.paymentid))
})

/** The newest first. */
export const listPayments = (db: TenantDb, scope: JobScope, filter: PaymentFilter, page: Page) =>
  listed.all(db, { ...scopeValues(scope), ...filter, ...page }, {})
