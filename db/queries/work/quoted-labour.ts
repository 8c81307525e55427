import { and, asc, eq, getTableColumns, gt } from 'drizzle-orm'
import { inventory, materials } from '#db/schema/tenant/index.ts'
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

const unused = statement((q, p: Params<{ jobid: string; inventoryids: readonly string[] }>) =>
  q
    .select(getTableColumns(materials))
    .from(materials)
    .where(
      and(
        eq(materials.jobid, p.jobid),
        eq(materials.archived, false),
        eq(materials.nonbillable, false),
        gt(materials.estimated, 0 as Quantity),
        eq(materials.consumed, 0 as Quantity),
        inList(materials.inventoryid, p.inventoryids),
      ),
    )
    .orderBy(...inOrder),
)

/** Quoted lines of these items that charge the client and of which nothing was used. */
export const listUnusedLines = (db: TenantDb, jobid: string, inventoryids: readonly string[]) =>
  unused.all(db, { jobid, inventoryids })
