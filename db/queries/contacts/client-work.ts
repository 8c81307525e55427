import { and, desc, eq, isNotNull, or, type Placeholder, sql } from 'drizzle-orm'
import { nameIn } from '#db/queries/names.ts'
import {
  isVisible,
  type JobScope,
  type LinePage,
  type ScopeShape,
  type ScopeValues,
  scopeValues,
} from '#db/queries/work/visible-jobs.ts'
import { inventory, jobs, materials, notes } from '#db/schema/tenant/index.ts'
import { filtered, type GivenParams } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'

type Values = ScopeValues & LinePage & { client: string }
type Given = GivenParams<Values>

/** Of a client with tens of thousands of jobs, what these bought is added up. */
export const NEWEST_JOBS = 500

const ofClient = (p: Given, shape: ScopeShape) =>
  and(eq(jobs.client, p.client as Placeholder), isVisible(p, shape))

const valuesOf = (client: string, scope: JobScope, page: LinePage): Values => ({
  ...scopeValues(scope),
  ...page,
  client,
})

const quotes = filtered((q, p: Given, shape: ScopeShape) =>
  q
    .select({
      id: jobs.id,
      seq: jobs.seq,
      status: jobs.status,
      sentutc: jobs.estimatesentutc,
    })
    .from(jobs)
    .where(and(ofClient(p, shape), or(isNotNull(jobs.estimatesentutc), isNotNull(jobs.estimatemailid))))
    .orderBy(sql`${jobs.estimatesentutc} DESC NULLS FIRST`, desc(jobs.id))
    .limit(p.take as Placeholder)
    .offset(p.skip as Placeholder),
)

/** Jobs whose estimate was sent or waits to be, the last sent first after those that wait. */
export const listClientQuotes = (db: TenantDb, client: string, scope: JobScope, page: LinePage) =>
  quotes.all(db, valuesOf(client, scope, page), { removed: scope.removed })

const written = filtered((q, p: Given, shape: ScopeShape) =>
  q
    .select({
      id: notes.id,
      name: notes.name,
      message: notes.message,
      date: notes.date,
      boardid: jobs.boardid,
      reference: jobs.reference,
    })
    .from(jobs)
    .innerJoin(notes, eq(notes.jobid, jobs.id))
    .where(ofClient(p, shape))
    .orderBy(desc(notes.date), desc(notes.id))
    .limit(p.take as Placeholder)
    .offset(p.skip as Placeholder),
)

export const listClientNotes = (db: TenantDb, client: string, scope: JobScope, page: LinePage) =>
  written.all(db, valuesOf(client, scope, page), { removed: scope.removed })

const bought = filtered((q, p: Given, shape: ScopeShape) => {
  const newest = q
    .select({ id: jobs.id, created: jobs.created })
    .from(jobs)
    .where(ofClient(p, shape))
    .orderBy(desc(jobs.created))
    .limit(NEWEST_JOBS)
    .as('newest')
  const last = sql<string>`max(${newest.created})`
  return q
    .select({
      id: inventory.id,
      code: inventory.code,
      name: nameIn(inventory),
      unit: sql<string>`coalesce(nullif(${materials.unit}, ''), ${inventory.baseunit})`,
      quantity: sql<number>`sum(${materials.consumed})`,
      jobs: sql<number>`count(DISTINCT ${materials.jobid})`,
      last,
    })
    .from(newest)
    .innerJoin(materials, eq(materials.jobid, newest.id))
    .innerJoin(inventory, eq(inventory.id, materials.inventoryid))
    .where(
      and(eq(materials.archived, false), eq(materials.nonbillable, false), sql`${materials.consumed} <> 0`),
    )
    .groupBy(inventory.id, materials.unit)
    .orderBy(desc(last), inventory.id)
    .limit(p.take as Placeholder)
    .offset(p.skip as Placeholder)
})

/** Items that were used on the client's newest jobs and are billed, by the unit that they were entered in. */
export const listClientPurchases = (db: TenantDb, client: string, scope: JobScope, page: LinePage) =>
  bought.all(db, valuesOf(client, scope, page), { removed: scope.removed })
