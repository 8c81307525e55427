import { and, eq, getTableColumns, isNotNull, sql } from 'drizzle-orm'
import { ARCHIVED, INVOICED } from '#db/job-status.ts'
import { jobs, materials } from '#db/schema/tenant/index.ts'
import { prepared } from '#db/sqlite.ts'
import { listItem, listItems, type Params, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'

const unused = statement((q, p: Params<{ inventoryids: readonly string[] }>) =>
  q
    .select(getTableColumns(materials))
    .from(listItems(p.inventoryids))
    .crossJoin(materials)
    .crossJoin(jobs)
    .where(
      and(
        eq(materials.inventoryid, listItem),
        eq(jobs.id, materials.jobid),
        eq(materials.archived, false),
        isNotNull(materials.inventoryclass),
        eq(materials.consumed, sql`0`),
        sql`${materials.departed} + ${materials.departedbefore} = 0`,
        sql`NOT EXISTS (SELECT 1 FROM delivery_lines n WHERE n.materialid = ${materials.id} AND n.moved = 1)`,
        sql.raw(`jobs.status NOT IN (${INVOICED}, ${ARCHIVED})`),
      ),
    ),
)

/** Lines with a class of these items that moved no stock, but of jobs whose lines are settled. Those of templates and removed jobs too. */
export const listUnusedLines = (db: TenantDb, inventoryids: readonly string[]) =>
  unused.all(db, { inventoryids })

export const clearLineClasses = (db: TenantDb, now: string, ids: readonly string[]) =>
  prepared(
    db,
    `UPDATE materials SET inventoryclass = NULL, version = version + 1, updatedutc = ?
     WHERE id IN (SELECT value FROM json_each(?))`,
  ).run([now, JSON.stringify(ids)])
