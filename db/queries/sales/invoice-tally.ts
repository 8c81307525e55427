import { and, eq, lt, type Placeholder, sql } from 'drizzle-orm'
import type { ScopeValues } from '#db/queries/work/visible-jobs.ts'
import { clients, invoice_figures, invoices, jobs } from '#db/schema/tenant/index.ts'
import { filtered, type GivenParams, inList } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'
import {
  bindInvoiceFilter,
  type InvoiceFilter,
  type InvoiceValues,
  invoiceStatusColumn,
  isNoDraft,
  isOverdue,
  matchesInvoiceFilter,
} from './invoice-filter.ts'
import type { InvoiceStatus } from './invoice-states.ts'
import { inScope, isUnpaid } from './invoice-sums.ts'

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
  paidcents: sql<number>`coalesce(sum(${invoices.paidcents}), 0)`,
}

const tallied = filtered((q, p: GivenParams<InvoiceValues>, _: object) =>
  q
    .select({ standing: invoiceStatusColumn, overdue: isOverdue(p), ...sums })
    .from(invoices)
    .innerJoin(jobs, eq(jobs.id, invoices.jobid))
    .leftJoin(clients, eq(clients.id, invoices.client))
    .where(and(matchesInvoiceFilter(p, {}), p.start || p.end ? sql`(${isNoDraft}) IN (0, 1)` : undefined))
    .groupBy(invoiceStatusColumn, isOverdue(p)),
)

const kept = filtered((q, p: GivenParams<{ boards?: readonly string[] }>, _: object) =>
  q
    .select({
      standing: sql<InvoiceStatus>`${invoice_figures.standing}`,
      n: sql<number>`sum(${invoice_figures.documents})`,
      totalcents: sql<number>`sum(${invoice_figures.totalcents})`,
      paidcents: sql<number>`sum(${invoice_figures.paidcents})`,
    })
    .from(invoice_figures)
    .where(p.boards && inList(invoice_figures.boardid, p.boards as Placeholder<string, readonly string[]>))
    .groupBy(invoice_figures.standing),
)

const late = filtered((q, p: GivenParams<ScopeValues & { today: string }>, _: object) =>
  q
    .select(sums)
    .from(invoices)
    .innerJoin(jobs, eq(jobs.id, invoices.jobid))
    .where(and(isUnpaid, lt(invoices.duedate, p.today as Placeholder), inScope(p))),
)

/** Of all states. Only what is searched, or of a client, job, location or time, is counted one by one. */
export function tallyInvoices(db: TenantDb, filter: InvoiceFilter): InvoiceTally[] {
  const { today, boards, locations, client, jobid, start, end, search, ids } = filter
  if (locations || client || jobid || start || end || search || ids)
    return tallied.all(db, bindInvoiceFilter({ ...filter, state: undefined }), {})
  const scope = { boards: boards ?? undefined }
  const overdue = late.get(db, { ...scope, today }, {})
  return kept.all(db, scope, {}).flatMap((row) => splitOverdue(row, overdue))
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
