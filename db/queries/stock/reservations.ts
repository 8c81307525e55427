import { and, asc, desc, eq, gt, inArray, type SQL, sql } from 'drizzle-orm'
import { APPROVE, COMPLETE } from '#db/job-status.ts'
import { jobs, materials } from '#db/schema/tenant/index.ts'
import { prepared } from '#db/sqlite.ts'
import { listItem, listItems, type Params, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'
import type { Quantity } from '#server/money/decimal.ts'

/** Planned, neither used nor released by hand. `line`: the alias of its table. */
export const reservedSql = (line: string) => `max(0, ${line}.estimated - ${line}.consumed - ${line}.released)`

const reservedQuantity = sql.raw(reservedSql('materials')) as SQL<Quantity>

const reserves = and(
  eq(materials.archived, false),
  gt(materials.estimated, materials.consumed),
  inArray(materials.inventoryclass, [1, 2, 5]),
  inArray(jobs.status, [APPROVE, COMPLETE]),
  eq(jobs.template, false),
  eq(jobs.archived, false),
)

const byItem = {
  // Not null, since it is one of those that were asked for.
  inventoryid: sql<string>`${materials.inventoryid}`,
  unitratio: materials.unitratio,
  quantity: sql<number>`sum(${reservedQuantity})`,
}

const reserving = statement((q, p: Params<{ inventoryids: readonly string[] }>) =>
  q
    .select(byItem)
    .from(listItems(p.inventoryids))
    // The joins keep their order, which goes by the item: jobs first would read every open job of the account.
    .crossJoin(materials)
    .crossJoin(jobs)
    .where(and(eq(materials.inventoryid, listItem), eq(jobs.id, materials.jobid), reserves))
    .groupBy(materials.inventoryid, materials.unitratio),
)

/** Decision F16, of approved jobs (lanes 3 and 4), in millionths of the lines' units. */
export const listReservingLines = (db: TenantDb, inventoryids: readonly string[]) =>
  reserving.all(db, { inventoryids })

const ofJobs = statement((q, p: Params<{ jobids: readonly string[] }>) =>
  q
    .select({ jobid: materials.jobid, ...byItem })
    .from(listItems(p.jobids))
    .crossJoin(materials)
    .crossJoin(jobs)
    .where(and(eq(materials.jobid, listItem), eq(jobs.id, materials.jobid), reserves))
    .groupBy(materials.jobid, materials.inventoryid, materials.unitratio),
)

/** What each of these jobs reserves of each item. */
export const listReservedByJobs = (db: TenantDb, jobids: readonly string[]) => ofJobs.all(db, { jobids })

type OfItem = { inventoryid: string; jobid: string; take: number }

const reservationsOf = statement((q, p: Params<OfItem>) =>
  q
    .select({
      id: materials.id,
      reference: jobs.reference,
      description: jobs.description,
      boardid: jobs.boardid,
      location: jobs.location,
      unit: materials.unit,
      released: materials.released,
      reserved: reservedQuantity,
      day: sql<string | null>`substr(coalesce(${jobs.start}, ${jobs.finish}), 1, 10)`,
      total: sql<number>`count(*) OVER ()`,
    })
    .from(materials)
    .crossJoin(jobs)
    .where(and(eq(materials.inventoryid, p.inventoryid), eq(jobs.id, materials.jobid), reserves))
    .orderBy(
      desc(eq(materials.jobid, p.jobid)),
      asc(sql`coalesce(${jobs.start}, ${jobs.finish}, '9999')`),
      asc(jobs.reference),
      asc(materials.id),
    )
    .limit(p.take),
)

/**
 * The lines that reserve an item or would, had nobody released it: those of the job named first, then by the day on which
 * they need it. `total`: of all that there are.
 */
export const listReservations = (db: TenantDb, of: OfItem) => reservationsOf.all(db, of)

/** Approval reserves all that a job plans. */
export const reserveAnew = (db: TenantDb, jobid: string) =>
  prepared(
    db,
    'UPDATE materials SET released = 0, version = version + 1 WHERE jobid = ? AND archived = 0 AND released <> 0',
  ).run([jobid])
