import { and, asc, eq, sql } from 'drizzle-orm'
import { deposit_outcomes, invoices } from '#db/schema/tenant/index.ts'
import { prepared } from '#db/sqlite.ts'
import { type Params, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'
import type { Cents } from '#server/money/decimal.ts'

const ofJob = statement((q, p: Params<{ jobid: string }>) =>
  q
    .select({
      id: invoices.id,
      number: sql<string>`${invoices.number}`,
      organisation: invoices.organisation,
      client: invoices.client,
      issuedutc: invoices.issuedutc,
      held: invoices.paidcents,
      open: sql<Cents>`${invoices.totalcents} - ${invoices.paidcents} - ${invoices.settledcents}`,
      applied: sql<Cents>`(SELECT coalesce(sum(o.amountcents), 0) FROM deposit_outcomes AS o WHERE o.depositid = invoices.id AND o.kind = 'applied')`,
    })
    .from(invoices)
    .where(and(eq(invoices.jobid, p.jobid), sql`${invoices.kind} = 'deposit'`))
    .orderBy(asc(invoices.series), asc(invoices.id)),
)

/** The oldest first: what is held of each, what it still asks for, and what of it was taken off invoices. */
export const listDepositsOfJob = (db: TenantDb, jobid: string) => ofJob.all(db, { jobid })

const outcomes = statement((q, p: Params<{ id: string }>) =>
  q
    .select({
      kind: deposit_outcomes.kind,
      amount: deposit_outcomes.amountcents,
      date: deposit_outcomes.date,
      reason: deposit_outcomes.reason,
      invoiceid: deposit_outcomes.invoiceid,
      createdutc: deposit_outcomes.createdutc,
      number: invoices.number,
    })
    .from(deposit_outcomes)
    .leftJoin(invoices, eq(invoices.id, deposit_outcomes.invoiceid))
    .where(eq(deposit_outcomes.depositid, p.id))
    .orderBy(asc(deposit_outcomes.id)),
)

/** In order. */
export const listOutcomes = (db: TenantDb, id: string) => outcomes.all(db, { id })

const ofPayment = statement((q, p: Params<{ paymentid: string }>) =>
  q
    .select({ depositid: deposit_outcomes.depositid, amount: deposit_outcomes.amountcents })
    .from(deposit_outcomes)
    .where(eq(deposit_outcomes.paymentid, p.paymentid)),
)

/** What a payment gave back of a deposit. */
export const findRefund = (db: TenantDb, paymentid: string) => ofPayment.get(db, { paymentid })

type HeldDeposit = {
  id: string
  number: string
  client: string | null
  jobreference: string
  date: string
  held: Cents
}

const heldOfClient = statement((q, p: Params<{ client: string }>) =>
  q
    .select({ held: sql<number>`coalesce(sum(${invoices.paidcents}), 0)` })
    .from(invoices)
    .where(
      and(sql`${invoices.kind} = 'deposit' AND ${invoices.paidcents} > 0`, eq(invoices.client, p.client)),
    ),
)

/** What is held for a client now. */
export const sumHeldDeposits = (db: TenantDb, client: string) => heldOfClient.get(db, { client })?.held ?? 0

// What was taken off an invoice, given back or kept later was held on the day.
const HELD = `
  WITH candidate (id) AS MATERIALIZED (SELECT DISTINCT id FROM (
    SELECT id FROM invoices WHERE kind = 'deposit' AND paidcents > 0
    UNION ALL SELECT invoiceid FROM invoice_payments WHERE date > ?1
  ))
  SELECT i.id, i.number, i.client, j.reference AS jobreference, i.date, sum(p.amountcents) AS held
  FROM candidate CROSS JOIN invoices i ON i.id = candidate.id
  CROSS JOIN invoice_payments p ON p.invoiceid = i.id CROSS JOIN jobs j ON j.id = i.jobid
  WHERE i.kind = 'deposit' AND p.date <= ?1 AND (?2 IS NULL OR i.client = ?2)
  GROUP BY i.id HAVING held > 0 ORDER BY i.date, i.series`

/** Deposits that were held at the end of a day, the oldest first: no debt, and no credit that may pay another job. */
export const listHeldDeposits = (
  db: TenantDb,
  { date, client }: { date: string; client?: string },
): HeldDeposit[] => prepared<HeldDeposit>(db, HELD).all([date, client ?? null])
