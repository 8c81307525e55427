import { and, asc, count, eq, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import { ARCHIVED, COMPLETE, INVOICED } from '#db/job-status.ts'
import { countedLists } from '#db/queries/list-figures.ts'
import {
  boards,
  invoice_pdfs,
  invoices,
  jobs,
  lanes,
  organisations,
  receipts,
} from '#db/schema/tenant/index.ts'
import { prepared } from '#db/sqlite.ts'
import { statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'

// Whole tables are read here: for the self-check, never for a page.

const unruly = statement((q) =>
  q
    .select({
      board: boards.name,
      status: lanes.status,
      strangers: sql<number>`sum(${jobs.id} IS NULL)`,
      twice: sql<number>`count(*) - count(DISTINCT listed.value)`,
    })
    .from(lanes)
    .innerJoin(boards, eq(boards.id, lanes.boardid))
    .innerJoin(sql`json_each(${lanes.jobids}) AS listed`, sql`true`)
    .leftJoin(
      jobs,
      and(
        eq(jobs.id, sql`listed.value`),
        eq(jobs.boardid, lanes.boardid),
        eq(jobs.status, lanes.status),
        eq(jobs.template, false),
      ),
    )
    .groupBy(lanes.boardid, lanes.status)
    .having(sql`strangers > 0 OR twice > 0`)
    .orderBy(asc(boards.name), asc(lanes.status)),
)

export const findBadLanes = (db: TenantDb) => unruly.all(db)

const PAST = `${INVOICED}, ${ARCHIVED}`

const misfigured = (db: TenantDb) =>
  prepared<{ board: string; status: number; kept: number; found: number }>(
    db,
    `SELECT b.name AS board, f.status, sum(f.kept) AS kept, sum(f.found) AS found
     FROM (SELECT boardid, status, completed, jobs AS kept, 0 AS found, quotedcents AS cents FROM job_figures
       UNION ALL
       SELECT boardid, status, iif(status = ${COMPLETE}, coalesce(completed, ''), ''), 0, 1, -quotedcents FROM jobs
       WHERE template = 0) f
     LEFT JOIN boards b ON b.id = f.boardid
     GROUP BY f.boardid, f.status, f.completed HAVING sum(f.kept) <> sum(f.found) OR sum(f.cents) <> 0`,
  ).all()

const mispast = (db: TenantDb) =>
  prepared<{ board: string; kind: string; kept: number; found: number }>(
    db,
    `SELECT b.name AS board, f.kind, sum(f.kept) AS kept, sum(f.found) AS found
     FROM (SELECT kind, boardid, status, value, jobs AS kept, 0 AS found FROM past_job_figures
       UNION ALL
       SELECT 'created', boardid, status, substr(created, 1, 10), 0, 1 FROM jobs WHERE template = 0 AND status IN (${PAST})
       UNION ALL
       SELECT 'assignee', boardid, status, coalesce(assignee, ''), 0, 1 FROM jobs WHERE template = 0 AND status IN (${PAST})
       UNION ALL
       SELECT 'category', j.boardid, j.status, coalesce(c.categoryid, ''), 0, 1
       FROM jobs j LEFT JOIN job_categories c ON c.jobid = j.id WHERE j.template = 0 AND j.status IN (${PAST})) f
     LEFT JOIN boards b ON b.id = f.boardid
     GROUP BY f.kind, f.boardid, f.status, f.value HAVING sum(f.kept) <> sum(f.found)`,
  ).all()

type Sums = 'quoted' | 'used'

const missummed = (db: TenantDb, sums: Sums) =>
  prepared<{ reference: string; kept: number; found: number }>(
    db,
    `SELECT j.reference, j.${sums}cents AS kept, coalesce(sum(m.${sums}net), 0) AS found
     FROM jobs j LEFT JOIN materials m ON m.jobid = j.id GROUP BY j.id HAVING kept <> found`,
  ).all()

const mispaid = (db: TenantDb) =>
  prepared<{ number: string; kept: number; found: number }>(
    db,
    `SELECT i.number, i.paidcents AS kept, coalesce(sum(p.amountcents), 0) AS found
     FROM invoices i LEFT JOIN invoice_payments p ON p.invoiceid = i.id GROUP BY i.id HAVING kept <> found`,
  ).all()

const misallocated = (db: TenantDb) =>
  prepared<{ id: string; kept: number; found: number }>(
    db,
    `SELECT c.id, c.allocatedcents AS kept, coalesce(sum(p.amountcents), 0) AS found
     FROM client_payments c LEFT JOIN (SELECT paymentid, amountcents FROM invoice_payments
       UNION ALL SELECT paymentid, amountcents FROM credit_refunds
       UNION ALL SELECT refundid, -amountcents FROM credit_refunds) p ON p.paymentid = c.id
     GROUP BY c.id HAVING kept <> found`,
  ).all()

const miscounted = (db: TenantDb) =>
  prepared<{ board: string; standing: string; month: string; kept: number; found: number }>(
    db,
    `SELECT b.name AS board, f.standing, f.month, sum(f.kept) AS kept, sum(f.found) AS found
     FROM (SELECT boardid, standing, month, documents AS kept, 0 AS found, totalcents, paidcents FROM invoice_figures
       UNION ALL
       SELECT j.boardid, i.standing, substr(i.day, 1, 7), 0, 1, -i.totalcents, -i.paidcents - i.settledcents FROM invoices i JOIN jobs j ON j.id = i.jobid) f
     LEFT JOIN boards b ON b.id = f.boardid
     GROUP BY f.boardid, f.standing, f.month
     HAVING sum(f.kept) <> sum(f.found) OR sum(f.totalcents) <> 0 OR sum(f.paidcents) <> 0`,
  ).all()

const misreceived = (db: TenantDb) =>
  prepared<{ day: string; kept: number; found: number }>(
    db,
    `SELECT day, sum(kept) AS kept, sum(found) AS found
     FROM (SELECT day, payments AS kept, 0 AS found, amountcents FROM payment_figures
       UNION ALL SELECT date, 0, 1, -amountcents FROM client_payments
       UNION ALL SELECT reverseddate, 0, 1, amountcents FROM client_payments WHERE reverseddate IS NOT NULL)
     GROUP BY day HAVING sum(kept) <> sum(found) OR sum(amountcents) <> 0`,
  ).all()

const mislisted = (db: TenantDb) =>
  countedLists.flatMap((list) =>
    prepared<{ kept: number; found: number }>(
      db,
      `SELECT sum(kept) AS kept, sum(found) AS found
       FROM (SELECT archived, records AS kept, 0 AS found FROM list_figures WHERE list = '${list}'
         UNION ALL SELECT archived, 0, 1 FROM ${list})
       GROUP BY archived HAVING sum(kept) <> sum(found)`,
    )
      .all()
      .map((counts) => ({ list, ...counts })),
  )

/** Sentences about kept counts and sums that differ from what they are of. */
export const findWrongTotals = (db: TenantDb): string[] => [
  ...misfigured(db).map(
    ({ board, status, kept, found }) =>
      `status ${status} of ${board} counts ${kept} jobs where ${found} are, or sums them wrongly`,
  ),
  ...mispast(db).map(
    ({ board, kind, kept, found }) => `${board} counts ${kept} past jobs by ${kind} where ${found} are`,
  ),
  ...(['quoted', 'used'] as const).flatMap((sums) =>
    missummed(db, sums).map(
      ({ reference, kept, found }) =>
        `job ${reference} is kept as ${kept} cents ${sums} where its lines come to ${found}`,
    ),
  ),
  ...miscounted(db).map(
    ({ board, standing, month, kept, found }) =>
      `${board} counts ${kept} invoices of ${month} as ${standing} where ${found} are, or sums them wrongly`,
  ),
  ...misreceived(db).map(
    ({ day, kept, found }) =>
      `${kept} payments are counted on ${day} where ${found} are, or sums them wrongly`,
  ),
  ...mislisted(db).map(({ list, kept, found }) => `${list} counts ${kept} records where ${found} are`),
  ...misallocated(db).map(
    ({ id, kept, found }) =>
      `payment ${id} is kept as put to invoices by ${kept} cents where that comes to ${found}`,
  ),
  ...mispaid(db).map(
    ({ number, kept, found }) =>
      `invoice ${number} is kept as paid by ${kept} cents where its payments come to ${found}`,
  ),
]

const gaps = statement((q) =>
  q
    .select({
      organisation: organisations.name,
      kind: invoices.kind,
      documents: count(),
      first: sql<number>`min(${invoices.series})`,
      last: sql<number>`max(${invoices.series})`,
    })
    .from(invoices)
    .innerJoin(organisations, eq(organisations.id, invoices.organisation))
    .where(isNotNull(invoices.series))
    .groupBy(invoices.organisation, invoices.kind)
    .having(sql`count(*) <> max(${invoices.series}) - min(${invoices.series}) + 1`),
)

const receiptGaps = statement((q) =>
  q
    .select({
      organisation: organisations.name,
      kind: sql<string>`'receipt'`,
      documents: count(),
      first: sql<number>`min(${receipts.series})`,
      last: sql<number>`max(${receipts.series})`,
    })
    .from(receipts)
    .innerJoin(organisations, eq(organisations.id, receipts.organisation))
    .groupBy(receipts.organisation)
    .having(sql`count(*) <> max(${receipts.series}) - min(${receipts.series}) + 1`),
)

export const seriesGaps = (db: TenantDb) => [...gaps.all(db), ...receiptGaps.all(db)]

const incomplete = statement((q) =>
  q
    .select({ n: count() })
    .from(invoices)
    .leftJoin(invoice_pdfs, eq(invoice_pdfs.invoiceid, invoices.id))
    .where(
      and(
        ne(invoices.state, 'draft'),
        or(isNull(invoices.number), isNull(invoices.series), isNull(invoice_pdfs.invoiceid)),
      ),
    ),
)

export const countUnstored = (db: TenantDb) => incomplete.get(db)?.n ?? 0

const jobTotal = statement((q) => q.select({ n: count() }).from(jobs))

export const jobCount = (db: TenantDb) => jobTotal.get(db)?.n ?? 0
