import { and, eq, gte, lt, lte, type Placeholder, sql } from 'drizzle-orm'
import type { ScopeValues } from '#db/queries/work/visible-jobs.ts'
import { clients, invoice_figures, invoices, jobs } from '#db/schema/tenant/index.ts'
import { filtered, type GivenParams, inList } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'
import {
  bindInvoiceFilter,
  type InvoiceFilter,
  type InvoiceShape,
  type InvoiceValues,
  invoiceDay,
  invoiceFilterShape,
  invoiceStatusColumn,
  isNoDraft,
  isOverdue,
  matchesInvoiceFilter,
} from './invoice-filter.ts'
import type { InvoiceStatus } from './invoice-states.ts'
import { inScope, isUnpaid } from './invoice-sums.ts'
import { type Span, splitMonths } from './whole-months.ts'

export type InvoiceTally = {
  standing: InvoiceStatus
  overdue: number
  n: number
  totalcents: number
  paidcents: number
}

const sums = {
  n: sql<number>`count(*)`,
  totalcents: sql<number>`coalesce(sum(${invoices.totalcents}), 0)`,
  paidcents: sql<number>`coalesce(sum(${invoices.paidcents} + ${invoices.settledcents}), 0)`,
}

const tallied = filtered((q, p: GivenParams<InvoiceValues>, { cash }: Pick<InvoiceShape, 'cash'>) =>
  q
    .select({ standing: invoiceStatusColumn, overdue: isOverdue(p), ...sums })
    .from(invoices)
    .innerJoin(jobs, eq(jobs.id, invoices.jobid))
    .leftJoin(clients, eq(clients.id, invoices.client))
    .where(
      and(matchesInvoiceFilter(p, { cash }), p.start || p.end ? sql`(${isNoDraft}) IN (0, 1)` : undefined),
    )
    .groupBy(invoiceStatusColumn, isOverdue(p)),
)

type KeptValues = { boards?: readonly string[]; start?: string; end?: string }

const kept = filtered((q, p: GivenParams<KeptValues>, _: object) =>
  q
    .select({
      standing: sql<InvoiceStatus>`${invoice_figures.standing}`,
      n: sql<number>`sum(${invoice_figures.documents})`,
      totalcents: sql<number>`sum(${invoice_figures.totalcents})`,
      paidcents: sql<number>`sum(${invoice_figures.paidcents})`,
    })
    .from(invoice_figures)
    .where(
      and(
        p.boards && inList(invoice_figures.boardid, p.boards as Placeholder<string, readonly string[]>),
        p.start && gte(invoice_figures.month, sql`substr(${p.start}, 1, 7)`),
        p.end && lte(invoice_figures.month, sql`substr(${p.end}, 1, 7)`),
      ),
    )
    .groupBy(invoice_figures.standing),
)

const late = filtered((q, p: GivenParams<ScopeValues & KeptValues & { today: string }>, _: object) =>
  q
    .select(sums)
    .from(invoices)
    .innerJoin(jobs, eq(jobs.id, invoices.jobid))
    .where(
      and(
        isUnpaid,
        lt(invoices.duedate, p.today as Placeholder),
        p.start && gte(invoiceDay, p.start),
        p.end && lte(invoiceDay, p.end),
        inScope(p),
      ),
    ),
)

/** Of all states. Only what is searched, or of a client, job, location or a part of a month, is counted one by one. */
export function tallyInvoices(db: TenantDb, filter: InvoiceFilter): InvoiceTally[] {
  const { locations, client, cash, jobid, start, end, search, ids } = filter
  const oneByOne = locations || client || cash || jobid || search || ids
  const { months, days } = oneByOne ? { days: [{ start, end }] } : splitMonths({ start, end })
  const counted = days.flatMap((span) =>
    tallied.all(
      db,
      bindInvoiceFilter({ ...filter, ...span, state: undefined }),
      invoiceFilterShape({ cash }),
    ),
  )
  return months ? [...counted, ...tallyMonths(db, filter, months)] : counted
}

function tallyMonths(db: TenantDb, { today, boards }: InvoiceFilter, { start, end }: Span): InvoiceTally[] {
  const values = { boards: boards ?? undefined, start: start ?? undefined, end: end ?? undefined }
  const overdue = late.get(db, { ...values, today }, {})
  return kept.all(db, values, {}).flatMap((row) => splitOverdue(row, overdue))
}

type KeptSums = Omit<InvoiceTally, 'overdue'>

function splitOverdue(row: KeptSums, overdue: Omit<KeptSums, 'standing'> | null): InvoiceTally[] {
  if (row.standing !== 'unpaid' || !overdue) return [{ ...row, overdue: 0 }]
  const { standing } = row
  const intime = {
    n: row.n - overdue.n,
    totalcents: row.totalcents - overdue.totalcents,
    paidcents: row.paidcents - overdue.paidcents,
  }
  return [
    { standing, overdue: 0, ...intime },
    { standing, overdue: 1, ...overdue },
  ]
}
