import { and, asc, count, eq, getTableColumns, isNull, ne, sql } from 'drizzle-orm'
import { REMOVED } from '#db/job-status.ts'
import { jobs, materials } from '#db/schema/tenant/index.ts'
import { type Params, type RowOf, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'

// What a removed job used was put back, or its lines are offered when it is restored.
const usedUnbooked = (inventoryid: Params<{ inventoryid: string }>['inventoryid']) =>
  and(
    eq(materials.inventoryid, inventoryid),
    eq(materials.archived, false),
    isNull(materials.inventoryclass),
    ne(materials.consumed, sql`0`),
    ne(jobs.status, REMOVED),
  )

const lines = statement((q, p: Params<{ inventoryid: string; take: number }>) =>
  q
    .select({
      line: getTableColumns(materials),
      reference: jobs.reference,
      boardid: jobs.boardid,
      location: jobs.location,
    })
    .from(materials)
    .innerJoin(jobs, eq(jobs.id, materials.jobid))
    .where(usedUnbooked(p.inventoryid))
    .orderBy(asc(materials.createdutc), asc(materials.id))
    .limit(p.take),
)
export type UnbookedLine = RowOf<typeof lines>

/** Of open jobs and of those long closed: all of them took from the shelf. The oldest first. */
export const listUnbookedLines = (db: TenantDb, inventoryid: string, take: number) =>
  lines.all(db, { inventoryid, take })

const counts = statement((q, p: Params<{ inventoryid: string }>) =>
  q
    .select({ lines: count() })
    .from(materials)
    .innerJoin(jobs, eq(jobs.id, materials.jobid))
    .where(usedUnbooked(p.inventoryid)),
)

export const countUnbookedLines = (db: TenantDb, inventoryid: string): number =>
  counts.get(db, { inventoryid })?.lines ?? 0
