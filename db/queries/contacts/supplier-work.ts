import { and, desc, eq, gt, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { nameIn } from '#db/queries/names.ts'
import { openLine } from '#db/queries/purchasing/open-line.ts'
import { inventory, purchaseorder_lines, purchaseorders, supplierinvoices } from '#db/schema/tenant/index.ts'
import { type Params, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'
import type { Cents, Quantity } from '#server/money/decimal.ts'

const toCome = statement((q, p: Params<{ supplier: string }>) =>
  q
    .select({
      orderid: purchaseorders.id,
      awaited: sql<string | null>`coalesce(${purchaseorders.expected}, ${purchaseorders.required})`,
      rate: sql.raw('l.rate').mapWith(purchaseorder_lines.rate),
      discount: sql.raw('l.discount').mapWith(purchaseorder_lines.discount),
      open: sql<Quantity>`l.quantity - l.received + l.replaced - l.closedshort`,
    })
    .from(purchaseorders)
    .innerJoin(sql`${purchaseorder_lines} AS l`, sql`l.orderid = ${purchaseorders.id} AND l.receivable = 1`)
    .where(
      and(
        eq(purchaseorders.supplier, p.supplier),
        isNotNull(purchaseorders.sentutc),
        isNull(purchaseorders.cancelledutc),
        openLine('l'),
      ),
    ),
)

/** Lines of sent orders of a supplier that are still waited for. */
export const listLinesToCome = (db: TenantDb, supplier: string) => toCome.all(db, { supplier })

const charged = statement((q, p: Params<{ supplier: string; since: string }>) =>
  q
    .select({ net: sql<Cents>`coalesce(sum(${supplierinvoices.netcents}), 0)` })
    .from(supplierinvoices)
    .where(
      and(
        eq(supplierinvoices.supplier, p.supplier),
        gt(supplierinvoices.date, p.since),
        isNotNull(supplierinvoices.approvedutc),
        isNull(supplierinvoices.cancelledutc),
      ),
    ),
)

/** What they charged since a day, less their credit notes, without VAT. */
export const sumCharged = (db: TenantDb, supplier: string, since: string): Cents =>
  charged.get(db, { supplier, since })?.net ?? (0 as Cents)

const bought = statement((q, p: Params<{ supplier: string; take: number; skip: number }>) =>
  q
    .select({
      id: inventory.id,
      code: inventory.code,
      name: nameIn(inventory) as SQL<string>,
      unit: purchaseorder_lines.unit,
      quantity: sql<Quantity>`sum(${purchaseorder_lines.received} - ${purchaseorder_lines.returned})`,
      orders: sql<number>`count(DISTINCT ${purchaseorders.id})`,
      last: sql<string>`max(${purchaseorders.date})`,
    })
    .from(purchaseorders)
    .innerJoin(purchaseorder_lines, eq(purchaseorder_lines.orderid, purchaseorders.id))
    .innerJoin(inventory, eq(inventory.id, purchaseorder_lines.inventoryid))
    .where(and(eq(purchaseorders.supplier, p.supplier), gt(purchaseorder_lines.received, 0 as never)))
    .groupBy(inventory.id, purchaseorder_lines.unit)
    .orderBy(desc(sql`max(${purchaseorders.date})`), inventory.code)
    .limit(p.take)
    .offset(p.skip),
)

/** What came of their orders and did not go back, by item and unit: what was ordered last comes first. */
export const listBoughtItems = (db: TenantDb, supplier: string, page: { take: number; skip: number }) =>
  bought.all(db, { supplier, ...page })
