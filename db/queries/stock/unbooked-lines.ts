import { and, asc, eq, getTableColumns, inArray, isNull, ne, sql } from 'drizzle-orm'
import { ARCHIVED, INVOICED, laneStatuses } from '#db/job-status.ts'
import { jobs, materials } from '#db/schema/tenant/index.ts'
import { type Params, type RowOf, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'

const usedUnbooked = (inventoryid: Params<{ inventoryid: string }>['inventoryid']) =>
  and(
    eq(materials.inventoryid, inventoryid),
    eq(materials.archived, false),
    isNull(materials.inventoryclass),
    ne(materials.consumed, sql`0`),
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
    .where(and(usedUnbooked(p.inventoryid), inArray(jobs.status, laneStatuses), eq(jobs.archived, false)))
    .orderBy(asc(materials.createdutc), asc(materials.id))
    .limit(p.take),
)
export type UnbookedLine = RowOf<typeof lines>

/** Of jobs whose lines may still change, the oldest first. */
export const listUnbookedLines = (db: TenantDb, inventoryid: string, take: number) =>
  lines.all(db, { inventoryid, take })

const counts = statement((q, p: Params<{ inventoryid: string }>) =>
  q
    .select({
      open: sql<number>`count(*) FILTER (WHERE ${inArray(jobs.status, laneStatuses)} AND NOT ${jobs.archived})`,
      settled: sql<number>`count(*) FILTER (WHERE ${inArray(jobs.status, [INVOICED, ARCHIVED])})`,
    })
    .from(materials)
    .innerJoin(jobs, eq(jobs.id, materials.jobid))
    .where(usedUnbooked(p.inventoryid)),
)

/** Lines that used the item while it was not kept in stock, by whether they may still change. */
export const countUnbookedLines = (db: TenantDb, inventoryid: string) =>
  counts.get(db, { inventoryid }) ?? { open: 0, settled: 0 }
