import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import {
  categories,
  inventory,
  purchaseorder_lines,
  purchaseorders,
  supplierinvoice_lines,
  supplierinvoices,
} from '#db/schema/tenant/index.ts'
import { inList, isTrue, type Params, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'
import type { Quantity } from '#server/money/decimal.ts'

const isCharged = sql`EXISTS (SELECT 1 FROM ${supplierinvoice_lines} AS c
  JOIN ${supplierinvoices} AS i ON i.id = c.invoiceid AND i.cancelledutc IS NULL WHERE c.orderlineid = ${purchaseorder_lines.id})`

const isKept = sql`coalesce(${inventory.inventoryclass}, ${categories.inventoryclass}, 0) <> 0`

const unlike = statement((q, p: Params<{ inventoryids: readonly string[] }>) =>
  q
    .select({
      id: purchaseorder_lines.id,
      orderid: purchaseorder_lines.orderid,
      keptinstock: isTrue(isKept),
    })
    .from(purchaseorder_lines)
    .innerJoin(purchaseorders, eq(purchaseorders.id, purchaseorder_lines.orderid))
    .innerJoin(inventory, eq(inventory.id, purchaseorder_lines.inventoryid))
    .leftJoin(categories, eq(categories.id, inventory.category))
    .where(
      and(
        inList(purchaseorder_lines.inventoryid, p.inventoryids),
        isNull(purchaseorders.cancelledutc),
        eq(purchaseorder_lines.received, 0 as Quantity),
        lt(purchaseorder_lines.closedshort, purchaseorder_lines.quantity),
        sql`${purchaseorder_lines.receivable} <> (${isKept})`,
        sql`NOT ${isCharged}`,
      ),
    ),
)

/**
 * Lines of drafts and orders of these items of which nothing came, nothing is charged and something is still expected, and which
 * are received into stock where their item is not kept there, or the other way round.
 */
export const listLinesUnlikeItems = (db: TenantDb, inventoryids: readonly string[]) =>
  unlike.all(db, { inventoryids })
