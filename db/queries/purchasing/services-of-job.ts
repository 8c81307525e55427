import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { isLabourItemSql } from '#db/queries/catalogue/labour-items.ts'
import {
  categories,
  inventory,
  materials,
  purchaseorder_lines,
  purchaseorders,
  supplier_items,
} from '#db/schema/tenant/index.ts'
import { type Params, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'
import type { Quantity } from '#server/money/decimal.ts'

/** Somebody supplies it, no stock is kept of it, and it is not our own work. */
const isBoughtService = and(
  sql`coalesce(${materials.inventoryclass}, ${inventory.inventoryclass}, ${categories.inventoryclass}, 0) = 0`,
  sql`(${inventory.supplier} IS NOT NULL OR EXISTS (SELECT 1 FROM ${supplier_items}
    WHERE ${supplier_items.inventoryid} = ${inventory.id} AND ${supplier_items.archived} = 0))`,
  sql`NOT ${sql.raw(isLabourItemSql('inventory'))}`,
)

const planned = statement((q, p: Params<{ jobid: string }>) =>
  q
    .select({
      inventoryid: inventory.id,
      unitratio: materials.unitratio,
      estimated: materials.estimated,
      consumed: materials.consumed,
    })
    .from(materials)
    .innerJoin(inventory, eq(inventory.id, materials.inventoryid))
    .leftJoin(categories, eq(categories.id, inventory.category))
    .where(
      and(
        eq(materials.jobid, p.jobid),
        eq(materials.archived, false),
        gt(materials.estimated, 0 as Quantity),
        isBoughtService,
      ),
    ),
)

/** Lines of a job that plan a service which a supplier renders, in millionths of their units. */
export const listServicesOfJob = (db: TenantDb, jobid: string) => planned.all(db, { jobid })

const ordered = statement((q, p: Params<{ jobid: string }>) =>
  q
    .select({
      inventoryid: sql<string>`${purchaseorder_lines.inventoryid}`,
      unitratio: purchaseorder_lines.unitratio,
      quantity: sql<Quantity>`${purchaseorder_lines.quantity} - ${purchaseorder_lines.closedshort}`,
      isdraft: sql<number>`${purchaseorders.sentutc} IS NULL`,
    })
    .from(purchaseorder_lines)
    .innerJoin(purchaseorders, eq(purchaseorders.id, purchaseorder_lines.orderid))
    .where(
      and(
        eq(purchaseorder_lines.jobid, p.jobid),
        eq(purchaseorder_lines.receivable, false),
        sql`${purchaseorder_lines.inventoryid} IS NOT NULL`,
        isNull(purchaseorders.cancelledutc),
      ),
    ),
)

/** What orders hold of services for a job, less what is not expected any more. */
export const listServicesOrderedForJob = (db: TenantDb, jobid: string) => ordered.all(db, { jobid })
