import { and, eq, type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { QueryBuilder } from 'drizzle-orm/sqlite-core'
import { APPROVE, COMPLETE, INVOICED, TO_APPROVE } from '#db/job-status.ts'
import { type JobScope, type ScopeValues, scopeValues } from '#db/queries/work/visible-jobs.ts'
import { clients, jobs } from '#db/schema/tenant/index.ts'
import { filtered, type GivenParams, inList } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'
import type { Cents } from '#server/money/decimal.ts'

type Shape = { part: boolean }
type Values = ScopeValues & { client?: string }

// In the words of the partial indexes of jobs.
const isComplete = sql.raw(`jobs.template = 0 AND jobs.status IN (${COMPLETE})`)
const isUnderWay = sql.raw(
  `jobs.template = 0 AND jobs.approvedutc IS NOT NULL AND jobs.status ${TO_APPROVE} AND jobs.status = ${APPROVE}`,
)

const isUndrafted = sql`NOT EXISTS (SELECT 1 FROM invoices d WHERE d.jobid = ${jobs.id} AND d.state = 'draft')`

const charged = sql<Cents>`iif(${jobs.fixedprice}, ${jobs.quotedcents}, ${jobs.usedcents})`

const selectJobs = (q: QueryBuilder) =>
  q
    .select({
      id: jobs.id,
      boardid: jobs.boardid,
      reference: jobs.reference,
      description: jobs.description,
      client: jobs.client,
      clientname: clients.name,
      /** ISO 8601 UTC or a day; null where it is not complete. */
      completed: jobs.completed,
      charged,
    })
    .from(jobs)
    .leftJoin(clients, eq(clients.id, jobs.client))

const isSeen = (p: GivenParams<ScopeValues>) =>
  and(
    p.boards && inList(sql`+${jobs.boardid}`, p.boards as Placeholder<string, readonly string[]>),
    p.locations && inList(sql`+${jobs.location}`, p.locations as Placeholder<string, readonly string[]>),
  )

const unbilled = filtered((q, p: GivenParams<Values>, { part }: Shape) =>
  selectJobs(q).where(
    and(
      part ? isUnderWay : isComplete,
      part ? sql`${jobs.usedcents} > 0` : undefined,
      isUndrafted,
      p.client && eq(jobs.client, p.client as Placeholder),
      isSeen(p),
    ),
  ),
)

// In the words of the partial index of jobs that are invoiced.
const isUnpaid = sql.raw(`jobs.template = 0 AND jobs.status IN (${INVOICED}) AND jobs.paid = 0`)

// What a job made stays made when it comes back, so that it is in what the job charges.
const cameBack = sql`EXISTS (SELECT 1 FROM materials m CROSS JOIN delivery_lines l ON l.materialid = m.id
  CROSS JOIN delivery_events e ON e.lineid = l.id WHERE m.jobid = ${jobs.id} AND e.uncredited > 0)`

// What rounding adds, and what of what came back is charged, is for whoever reads the lines.
const overInvoiced = filtered((q, p: GivenParams<ScopeValues>, _: Record<never, never>) =>
  selectJobs(q).where(
    and(
      isUnpaid,
      sql`((SELECT sum(n.netcents) FROM invoices n WHERE n.jobid = ${jobs.id} AND n.kind <> 'deposit' AND n.state <> 'draft') > ${charged} OR ${cameBack})`,
      isSeen(p),
    ),
  ),
)

// In the words of the partial index of returns, since those of which something came back are few of all that are paid.
const isPaidAndBack = sql`jobs.template = 0 AND jobs.status = ${sql.raw(String(INVOICED))} AND jobs.paid = 1 AND ${jobs.id} IN (
  SELECT m.jobid FROM delivery_events e INDEXED BY delivery_events_uncredited
  CROSS JOIN delivery_lines l ON l.id = e.lineid CROSS JOIN materials m ON m.id = l.materialid WHERE e.uncredited > 0)`

const paidAndBack = filtered((q, p: GivenParams<ScopeValues>, _: Record<never, never>) =>
  selectJobs(q).where(and(isPaidAndBack, isSeen(p))),
)

/**
 * Jobs that are invoiced, of which goods came back that nobody credited, or which are not paid, and of which more stands invoiced than they
 * charge; net cents.
 */
export const listOverInvoicedJobs = (db: TenantDb, scope: JobScope) => [
  ...overInvoiced.all(db, scopeValues(scope), {}),
  ...paidAndBack.all(db, scopeValues(scope), {}),
]

const later = filtered((q, p: GivenParams<{ count: number }>, { part }: Shape) => {
  const listed = (is: SQL) => q.select({ id: jobs.id }).from(jobs).where(is)
  const all = part
    ? listed(isUnderWay)
    : listed(isComplete).unionAll(listed(isUnpaid)).unionAll(listed(isPaidAndBack))
  return all.limit(1).offset(p.count as Placeholder)
})

/** Of all jobs that `listUnbilledJobs` and `listOverInvoicedJobs` look through, drafted or not; without counting the others. */
export const hasMoreBillable = (db: TenantDb, part: boolean, count: number) =>
  later.get(db, { count }, { part }) !== null

/** Jobs without a draft that are complete, or with `part` those under way of which something was used; net cents. */
export const listUnbilledJobs = (db: TenantDb, scope: JobScope, part: boolean, client?: string) =>
  unbilled.all(db, { ...scopeValues(scope), client: client || undefined }, { part })
