import { and, eq, type Placeholder, sql } from 'drizzle-orm'
import { APPROVE, COMPLETE, TO_APPROVE } from '#db/job-status.ts'
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

const unbilled = filtered((q, p: GivenParams<Values>, { part }: Shape) =>
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
      charged: sql<Cents>`iif(${jobs.fixedprice}, ${jobs.quotedcents}, ${jobs.usedcents})`,
    })
    .from(jobs)
    .leftJoin(clients, eq(clients.id, jobs.client))
    .where(
      and(
        part ? isUnderWay : isComplete,
        part ? sql`${jobs.usedcents} > 0` : undefined,
        isUndrafted,
        p.client && eq(jobs.client, p.client as Placeholder),
        p.boards && inList(sql`+${jobs.boardid}`, p.boards as Placeholder<string, readonly string[]>),
        p.locations && inList(sql`+${jobs.location}`, p.locations as Placeholder<string, readonly string[]>),
      ),
    ),
)

/** Jobs without a draft that are complete, or with `part` those under way of which something was used; net cents. */
export const listUnbilledJobs = (db: TenantDb, scope: JobScope, part: boolean, client?: string) =>
  unbilled.all(db, { ...scopeValues(scope), client: client || undefined }, { part })
