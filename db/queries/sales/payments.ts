import { and, desc, eq, gte, lte, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { type CountedSum, countAndSum } from '#db/queries/sums.ts'
import { type JobScope, type ScopeValues, scopeValues } from '#db/queries/work/visible-jobs.ts'
import { clients, invoice_payments, invoices, jobs, payment_figures } from '#db/schema/tenant/index.ts'
import { filtered, type GivenParams, inList } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'
import { invoiceClientName } from './invoice-filter.ts'
import { inScope } from './invoice-sums.ts'

/** Calendar dates of payment, both included. */
type PaymentDays = { start?: string | null; end?: string | null }
type Values = ScopeValues & { start?: string; end?: string }
type Page = { take: number; skip: number }

const valuesOf = (scope: JobScope, { start, end }: PaymentDays): Values => ({
  ...scopeValues(scope),
  start: start || undefined,
  end: end || undefined,
})

const where = (p: GivenParams<Values>): SQL | undefined =>
  and(p.start && gte(invoice_payments.date, p.start), p.end && lte(invoice_payments.date, p.end), inScope(p))

const received = filtered((q, p: GivenParams<Values>, _: object) =>
  q
    .select(countAndSum(sql`${invoice_payments.amountcents}`))
    .from(invoice_payments)
    .innerJoin(invoices, eq(invoices.id, invoice_payments.invoiceid))
    .innerJoin(jobs, eq(jobs.id, invoices.jobid))
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

/** Days are summed already; of the jobs of some locations one by one. */
export function sumPayments(db: TenantDb, scope: JobScope, days: PaymentDays): CountedSum {
  const values = valuesOf(scope, days)
  return (values.locations ? received : kept).get(db, values, {}) as CountedSum
}

const listed = filtered((q, p: GivenParams<Values & Page>, _: object) =>
  q
    .select({
      id: invoice_payments.id,
      date: invoice_payments.date,
      amountcents: invoice_payments.amountcents,
      reference: invoice_payments.reference,
      invoiceid: invoices.id,
      number: invoices.number,
      client: invoiceClientName,
    })
    .from(invoice_payments)
    .innerJoin(invoices, eq(invoices.id, invoice_payments.invoiceid))
    .innerJoin(jobs, eq(jobs.id, invoices.jobid))
    .leftJoin(clients, eq(clients.id, invoices.client))
    .where(where(p))
    .orderBy(desc(invoice_payments.date), desc(invoice_payments.id))
    .limit(p.take as Placeholder)
    .offset(p.skip as Placeholder),
)

/** The newest first. */
export const listPayments = (db: TenantDb, scope: JobScope, days: PaymentDays, page: Page) =>
  listed.all(db, { ...valuesOf(scope, days), ...page }, {})
