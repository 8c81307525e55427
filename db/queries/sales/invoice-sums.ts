import { and, between, eq, inArray, lt, ne, notInArray, type Placeholder, sql } from 'drizzle-orm'
import { type CountedSum, countAndSum } from '#db/queries/sums.ts'
import { type JobScope, type ScopeValues, scopeValues } from '#db/queries/work/visible-jobs.ts'
import { invoice_figures, invoices, jobs } from '#db/schema/tenant/index.ts'
import { filtered, type GivenParams, inList } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'
import type { Cents } from '#server/money/decimal.ts'
import { splitMonths, sumByMonths } from './whole-months.ts'

type Days = { start: string; end: string }

export const inScope = (p: GivenParams<ScopeValues>) =>
  and(p.boards && inList(jobs.boardid, p.boards), p.locations && inList(jobs.location, p.locations))

/** In the words of the index of what is unpaid. */
export const isUnpaid = sql`${invoices.kind} = 'invoice' AND ${invoices.state} = 'issued'
  AND ${invoices.paidcents} < ${invoices.totalcents} - ${invoices.settledcents}`

/** In the words of the index of deposit requests that are still to be paid. */
export const isAskedFor = sql`${invoices.kind} = 'deposit'
  AND ${invoices.paidcents} < ${invoices.totalcents} - ${invoices.settledcents}`

type OwedOf = { before?: string; client?: string }

/** What is open of an invoice: neither paid, credited nor rounded off. */
export const openCents = sql<Cents>`${invoices.totalcents} - ${invoices.paidcents} - ${invoices.settledcents}`

const owed = filtered((q, p: GivenParams<ScopeValues & OwedOf>, _: object) =>
  q
    .select({
      ...countAndSum(openCents),
      oldest: sql<string | null>`min(${invoices.duedate})`,
    })
    .from(invoices)
    .innerJoin(jobs, eq(jobs.id, invoices.jobid))
    .where(
      and(
        isUnpaid,
        p.before && lt(invoices.duedate, p.before),
        p.client && eq(invoices.client, p.client),
        inScope(p),
      ),
    ),
)

/** Credit is not taken off. `before`: only what was due by then; `oldest`: the first day by which any of it was. */
export const sumOwed = (db: TenantDb, scope: JobScope, of: OwedOf = {}) =>
  owed.get(db, { ...scopeValues(scope), ...of }, {}) as CountedSum & { oldest: string | null }

const owedBy = filtered((q, p: GivenParams<ScopeValues & { clients: readonly string[] }>, _: object) =>
  q
    .select({ client: sql<string>`${invoices.client}`, cents: sql<Cents>`sum(${openCents})` })
    .from(invoices)
    .innerJoin(jobs, eq(jobs.id, invoices.jobid))
    .where(
      and(isUnpaid, inList(invoices.client, p.clients as Placeholder<string, readonly string[]>), inScope(p)),
    )
    .groupBy(invoices.client),
)

/** What each of them owes, as `sumOwed`; who owes nothing is left out. */
export const sumOwedByClient = (db: TenantDb, scope: JobScope, clients: readonly string[]) =>
  new Map(owedBy.all(db, { ...scopeValues(scope), clients }, {}).map(({ client, cents }) => [client, cents]))

const invoiced = filtered((q, p: GivenParams<ScopeValues & Days>, _: object) =>
  q
    .select(countAndSum(sql`${invoices.totalcents}`))
    .from(invoices)
    .innerJoin(jobs, eq(jobs.id, invoices.jobid))
    .where(
      and(
        inArray(invoices.state, ['issued', 'credited']),
        ne(invoices.kind, 'deposit'),
        between(invoices.date, p.start as Placeholder, p.end as Placeholder),
        inScope(p),
      ),
    ),
)

const kept = filtered((q, p: GivenParams<{ boards?: readonly string[] } & Days>, _: object) =>
  q
    .select({
      count: sql<number>`coalesce(sum(${invoice_figures.documents}), 0)`,
      cents: sql<number>`coalesce(sum(${invoice_figures.totalcents}), 0)`,
    })
    .from(invoice_figures)
    .where(
      and(
        notInArray(invoice_figures.standing, ['draft', 'deposit']),
        between(invoice_figures.month, sql`substr(${p.start}, 1, 7)`, sql`substr(${p.end}, 1, 7)`),
        p.boards && inList(invoice_figures.boardid, p.boards as Placeholder<string, readonly string[]>),
      ),
    ),
)

/** Credit notes count against it. Whole months are summed already. */
export function sumInvoiced(db: TenantDb, scope: JobScope, days: Days): CountedSum {
  const values = scopeValues(scope)
  return sumByMonths(
    values.locations ? { days: [days] } : splitMonths(days),
    (some) => invoiced.get(db, { ...values, ...(some as Days) }, {}),
    (months) => kept.get(db, { boards: values.boards, ...(months as Days) }, {}),
  )
}
