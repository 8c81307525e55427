import { and, eq, gt, sql } from 'drizzle-orm'
import { ON_LANES } from '#db/job-status.ts'
import { jobs, materials } from '#db/schema/tenant/index.ts'
import { listItem, listItems, type Params, statement } from '#db/statement.ts'
import { PUTS_IN } from '#db/stock-classes.ts'
import type { TenantDb } from '#db/types.ts'
import type { Quantity } from '#server/money/decimal.ts'

const inMaking = statement((q, p: Params<{ ids: readonly string[] }>) =>
  q
    .select({
      inventoryid: sql<string>`${materials.inventoryid}`,
      unitratio: materials.unitratio,
      quantity: sql<Quantity>`sum(${materials.estimated} - ${materials.consumed})`,
    })
    .from(listItems(p.ids))
    .crossJoin(materials)
    .crossJoin(jobs)
    .where(
      and(
        eq(materials.inventoryid, listItem),
        eq(materials.archived, false),
        gt(materials.estimated, materials.consumed),
        sql`${materials.inventoryclass} ${sql.raw(PUTS_IN)}`,
        eq(jobs.id, materials.jobid),
        sql`${jobs.template} = 0 AND ${jobs.archived} = 0 AND ${jobs.status} ${sql.raw(ON_LANES)}`,
      ),
    )
    .groupBy(materials.inventoryid, materials.unitratio),
)

/** What open jobs still make of items, in millionths of the units of their lines. */
export const listInMaking = (db: TenantDb, ids: readonly string[]) => inMaking.all(db, { ids })
