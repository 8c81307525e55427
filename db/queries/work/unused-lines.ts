import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { ARCHIVED, INVOICED } from '#db/job-status.ts'
import { jobs, materials } from '#db/schema/tenant/index.ts'
import { prepared } from '#db/sqlite.ts'
import { isTrue, listItem, listItems, type Params, type RowOf, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'

// What a note delivered of an item that was not kept never was in stock, so using it takes nothing out.
const isUnused = and(
  eq(materials.archived, false),
  isNotNull(materials.inventoryid),
  eq(materials.consumed, sql`0`),
  sql`${materials.departed} + ${materials.departedbefore} = 0`,
  sql`NOT EXISTS (SELECT 1 FROM delivery_lines n JOIN deliveries d ON d.id = n.deliveryid WHERE n.materialid = ${materials.id}
    AND (n.moved = 1 OR ${materials.inventoryclass} IS NULL AND d.state <> 'draft'))`,
  sql.raw(`jobs.status NOT IN (${INVOICED}, ${ARCHIVED})`),
)

const shown = {
  id: materials.id,
  jobid: materials.jobid,
  inventoryid: materials.inventoryid,
  inventoryclass: materials.inventoryclass,
  storageid: materials.storageid,
  description: materials.description,
  jobproduct: materials.jobproduct,
  hasinputs: isTrue(
    sql`EXISTS (SELECT 1 FROM materials i WHERE i.jobproduct = ${materials.id} AND i.archived = 0)`,
  ),
}

const ofItems = statement((q, p: Params<{ inventoryids: readonly string[] }>) =>
  q
    .select(shown)
    .from(listItems(p.inventoryids))
    .crossJoin(materials)
    .crossJoin(jobs)
    .where(and(eq(materials.inventoryid, listItem), eq(jobs.id, materials.jobid), isUnused)),
)
export type UnusedLine = RowOf<typeof ofItems>

/** Lines of these items that moved no stock, but of jobs whose lines are settled. Those of templates and removed jobs too. */
export const listUnusedOfItems = (db: TenantDb, inventoryids: readonly string[]) =>
  ofItems.all(db, { inventoryids })

const ofJob = statement((q, p: Params<{ jobid: string }>) =>
  q
    .select(shown)
    .from(materials)
    .crossJoin(jobs)
    .where(and(eq(materials.jobid, p.jobid), eq(jobs.id, materials.jobid), isUnused)),
)

/** As `listUnusedOfItems`, of all items on one job. */
export const listUnusedOfJob = (db: TenantDb, jobid: string): UnusedLine[] => ofJob.all(db, { jobid })

type Stored = Pick<UnusedLine, 'id' | 'inventoryclass' | 'storageid'>

export const storeLineClasses = (db: TenantDb, now: string, lines: readonly Stored[]) =>
  prepared(
    db,
    `UPDATE materials SET inventoryclass = given.value ->> 'inventoryclass', storageid = given.value ->> 'storageid',
       version = version + 1, updatedutc = ?
     FROM json_each(?) AS given WHERE materials.id = given.value ->> 'id'`,
  ).run([now, JSON.stringify(lines)])
