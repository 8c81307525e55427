import { and, asc, eq, getTableColumns, gt, or, sql } from 'drizzle-orm'
import { inventory, materials, time_entries } from '#db/schema/tenant/index.ts'
import { inList, type Params, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'
import type { Quantity } from '#server/money/decimal.ts'

const inOrder = [asc(materials.role), asc(materials.rank), asc(materials.id)]

const charged = statement((q, p: Params<{ jobid: string }>) =>
  q
    .select({ id: inventory.id, baseunit: inventory.baseunit, unitseconds: inventory.unitseconds })
    .from(materials)
    .innerJoin(inventory, eq(inventory.id, materials.inventoryid))
    .where(and(eq(materials.jobid, p.jobid), eq(materials.archived, false), eq(materials.nonbillable, false)))
    .orderBy(...inOrder),
)

/** The item of each line that charges the client, in the order of the lines. */
export const listChargedItems = (db: TenantDb, jobid: string) => charged.all(db, { jobid })

const met = statement((q, p: Params<{ jobid: string; inventoryids: readonly string[] }>) =>
  q
    .select(getTableColumns(materials))
    .from(materials)
    .where(
      and(
        eq(materials.jobid, p.jobid),
        eq(materials.archived, false),
        eq(materials.nonbillable, false),
        or(gt(materials.estimated, 0 as Quantity), gt(materials.consumed, 0 as Quantity)),
        inList(materials.inventoryid, p.inventoryids),
        sql`NOT EXISTS (SELECT 1 FROM ${time_entries} AS t WHERE t.materialid = ${materials.id})`,
      ),
    )
    .orderBy(sql`${materials.consumed} <> 0`, ...inOrder),
)

/** Lines of these items that charge the client and hold no time, those of which nothing was used first. */
export const listLinesWithoutTime = (db: TenantDb, jobid: string, inventoryids: readonly string[]) =>
  met.all(db, { jobid, inventoryids })
