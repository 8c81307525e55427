import { and, desc, eq, gte, lte, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { type CountedSum, countAndSum } from '#db/queries/sums.ts'
import { type JobScope, type ScopeValues, scopeValues } from '#db/queries/work/visible-jobs.ts'
import {
  client_payments,
  clients,
  credit_refunds,
  invoice_payments,
  invoices,
  jobs,
} from '#db/schema/tenant/index.ts'
import { filtered, type GivenParams, type RowOf } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'
import { paidBackCents } from './credit-refunds.ts'
import { inScope } from './invoice-sums.ts'
import type { PaymentFilter } from './payments.ts'

type Values = ScopeValues & PaymentFilter
type Page = { take: number; skip: number }

/** Whoever sees one of its invoices sees a payment, and credit of it that went back. */
export const isSeenPayment = (p: GivenParams<ScopeValues>): SQL | undefined =>
  p.boards || p.locations
    ? sql`EXISTS (SELECT 1 FROM ${invoice_payments}
        JOIN ${invoices} ON ${invoices.id} = ${invoice_payments.invoiceid}
        JOIN ${jobs} ON ${jobs.id} = ${invoices.jobid}
        WHERE ${invoice_payments.paymentid} IN (SELECT ${client_payments.id} UNION ALL
          SELECT ${credit_refunds.paymentid} FROM ${credit_refunds} WHERE ${credit_refunds.refundid} = ${client_payments.id})
        AND ${inScope(p)})`
    : undefined

const where = (p: GivenParams<Values>): SQL | undefined =>
  and(
    p.start && gte(client_payments.date, p.start),
    p.end && lte(client_payments.date, p.end),
    p.method && eq(client_payments.method, p.method),
    p.client && eq(client_payments.client, p.client),
    isSeenPayment(p),
  )

const summed = filtered((q, p: GivenParams<Values>, _: object) =>
  q
    .select(countAndSum(sql`${client_payments.amountcents}`))
    .from(client_payments)
    .where(where(p)),
)

export const countReceived = (db: TenantDb, scope: JobScope, filter: PaymentFilter) =>
  (summed.get(db, { ...scopeValues(scope), ...filter }, {}) as CountedSum).count

const listed = filtered((q, p: GivenParams<Values & Page>, _: object) =>
  q
    .select({
      payment: client_payments,
      clientname: clients.name,
      open: sql<number>`${client_payments.amountcents} - ${client_payments.allocatedcents}`,
      paidback: paidBackCents,
    })
    .from(client_payments)
    .leftJoin(clients, eq(clients.id, client_payments.client))
    .where(where(p))
    .orderBy(desc(client_payments.date), desc(client_payments.id))
    .limit(p.take as Placeholder)
    .offset(p.skip as Placeholder),
)
export type ReceivedRow = RowOf<typeof listed>

/** Whole payments, however many invoices each pays, the newest first. */
export const listReceived = (db: TenantDb, scope: JobScope, filter: PaymentFilter, page: Page) =>
  listed.all(db, { ...scopeValues(scope), ...filter, ...page }, {})
