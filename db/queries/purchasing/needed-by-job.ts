import { and, eq, gt, inArray, isNotNull, sql } from 'drizzle-orm'
import { APPROVE, COMPLETE } from '#db/job-status.ts'
import { reservedSql } from '#db/queries/stock/reservations.ts'
import { jobs, materials } from '#db/schema/tenant/index.ts'
import { type Params, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'

const needed = statement((q, p: Params<{ jobid: string }>) =>
  q
    .select({
      inventoryid: sql<string>`${materials.inventoryid}`,
      unitratio: materials.unitratio,
      quantity: sql<number>`sum(${materials.estimated} - ${materials.consumed})`,
      /** What of it is reserved. */
      reserved: sql<number>`sum(iif(${inArray(jobs.status, [APPROVE, COMPLETE])}, ${sql.raw(reservedSql('materials'))}, 0))`,
    })
    .from(materials)
    .innerJoin(jobs, eq(jobs.id, materials.jobid))
    .where(
      and(
        eq(materials.jobid, p.jobid),
        eq(materials.archived, false),
        isNotNull(materials.inventoryid),
        gt(materials.estimated, materials.consumed),
        inArray(materials.inventoryclass, [1, 2, 5]),
      ),
    )
    .groupBy(materials.inventoryid, materials.unitratio),
)

/** Lines of a job that take items out of stock, on whichever tab, that are planned and not used yet, in millionths of their units. */
export const listNeededByJob = (db: TenantDb, jobid: string) => needed.all(db, { jobid })
