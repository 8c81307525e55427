import { and, eq, gt, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { APPROVE, COMPLETE } from '#db/job-status.ts'
import { reservedSql } from '#db/queries/stock/reservations.ts'
import { jobs, materials, purchaseorder_lines, purchaseorders } from '#db/schema/tenant/index.ts'
import { listItem, listItems, type Params, statement } from '#db/statement.ts'
import { TAKES_OUT } from '#db/stock-classes.ts'
import type { TenantDb } from '#db/types.ts'
import type { Quantity } from '#server/money/decimal.ts'

const needed = statement((q, p: Params<{ jobid: string }>) =>
  q
    .select({
      inventoryid: sql<string>`${materials.inventoryid}`,
      unitratio: materials.unitratio,
      quantity: sql<number>`sum(max(0, ${materials.estimated} - ${materials.consumed}))`,
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
        or(gt(materials.estimated, materials.consumed), gt(materials.consumed, 0 as Quantity)),
        sql`${materials.inventoryclass} ${sql.raw(TAKES_OUT)}`,
      ),
    )
    .groupBy(materials.inventoryid, materials.unitratio),
)

/** Lines of a job that take items out of stock, on whichever tab, that are planned or used: what of it is not used yet, in millionths of their units. */
export const listNeededByJob = (db: TenantDb, jobid: string) => needed.all(db, { jobid })

const inDrafts = statement((q, p: Params<{ ids: readonly string[] }>) =>
  q
    .select({
      inventoryid: sql<string>`${purchaseorder_lines.inventoryid}`,
      unitratio: purchaseorder_lines.unitratio,
      quantity: sql<Quantity>`sum(${purchaseorder_lines.quantity})`,
    })
    .from(listItems(p.ids))
    .crossJoin(purchaseorder_lines)
    .crossJoin(purchaseorders)
    .where(
      and(
        eq(purchaseorder_lines.inventoryid, listItem),
        eq(purchaseorders.id, purchaseorder_lines.orderid),
        isNull(purchaseorders.sentutc),
      ),
    )
    .groupBy(purchaseorder_lines.inventoryid, purchaseorder_lines.unitratio),
)

/** What of items stands in orders that are not placed yet, in millionths of the units of their lines. */
export const listInDraftOrders = (db: TenantDb, ids: readonly string[]) => inDrafts.all(db, { ids })
