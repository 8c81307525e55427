import { and, desc, eq, gte, lte, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { type CountedSum, countAndSum } from '#db/queries/sums.ts'
import { type JobScope, type ScopeValues, scopeValues } from '#db/queries/work/visible-jobs.ts'
import {
  client_payments,
  clients,
  invoice_payments,
  invoices,
  jobs,
  payment_figures,
} from '#db/schema/tenant/index.ts'
import { filtered, type GivenParams, inList } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'
import { invoiceClientName } from './invoice-filter.ts'
import { inScope } from './invoice-sums.ts'

/** Calendar dates of payment, both included. */
export type PaymentFilter = { start?: string; end?: string; method?: string; client?: string }
type Values = ScopeValues & PaymentFilter
type Page = { take: number; skip: number }

const where = (p: GivenParams<Values>): SQL | undefined =>
  and(
    p.start && gte(invoice_payments.date, p.start),
    p.end && lte(invoice_payments.date, p.end),
    p.method && eq(client_payments.method, p.method),
    p.client && eq(invoices.client, p.client),
    inScope(p),
  )

const received = filtered((q, p: GivenParams<Values>, _: object) =>
  q
    .select(countAndSum(sql`${invoice_payments.amountcents}`))
    .from(invoice_payments)
    .innerJoin(invoices, eq(invoices.id, invoice_payments.invoiceid))
    .innerJoin(jobs, eq(jobs.id, invoices.jobid))
    .leftJoin(client_payments, eq(client_payments.id, invoice_payments.paymentid))
    .where(where(p)),
)

const kept = filtered((q, p: GivenParams<Omit<Values, 'locations'>>, _: object) =>
  q
    .select({
      count: sql<number>`coalesce(sum(${payment_figures.payments}), 0)`,
      cents: sql<number>`coalesce(sum(${payment_figures.amountcents}), 0)`,
    })
    .from(payment_figures)
    .where(
      and(
        p.boards && inList(payment_figures.boardid, p.boards as Placeholder<string, readonly string[]>),
        p.start && gte(payment_figures.day, p.start),
        p.end && lte(payment_figures.day, p.end),
      ),
    ),
)

/** Days are summed already; what is narrowed further is summed one by one. */
export function sumPayments(db: TenantDb, scope: JobScope, filter: PaymentFilter): CountedSum {
  const values = { ...scopeValues(scope), ...filter }
  const narrowed = values.locations ?? values.method ?? values.client
  return (narrowed ? received : kept).get(db, values, {}) as CountedSum
}

const listed = filtered((q, p: GivenParams<Values & Page>, _: object) =>
  q
    .select({
      id: invoice_payments.id,
      date: invoice_payments.date,
      amountcents: invoice_payments.amountcents,
      method: client_payments.method,
      reference: invoice_payments.reference,
      invoiceid: invoices.id,
      number: invoices.number,
      client: invoiceClientName,
    })
    .from(invoice_payments)
    .innerJoin(invoices, eq(invoices.id, invoice_payments.invoiceid))
    .innerJoin(jobs, eq(jobs.id, invoices.jobid))
    .leftJoin(client_payments, eq(client_payments.id, invoice_payments.paymentid))
    .leftJoin(clients, eq(clients.id, invoices.client))
    .where(where(p))
    .orderBy(desc(invoice_payments.date), desc(invoice_payments.id))
    .limit(p.take as Placeholder)
    .offset(p.skip as Placeholder),
)

/** The newest first. */
export const listPayments = (db: TenantDb, scope: JobScope, filter: PaymentFilter, page: Page) =>
  listed.all(db, { ...scopeValues(scope), ...filter, ...page }, {})
