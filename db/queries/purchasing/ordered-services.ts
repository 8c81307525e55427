import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { QueryBuilder } from 'drizzle-orm/sqlite-core'
import { categories, inventory, purchaseorder_lines, purchaseorders } from '#db/schema/tenant/index.ts'
import { inList, type Params, type RowOf, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'
import { chargedOfLines, orderFacts, type TakenUp, withTakenUp } from './supplier-invoice-lines.ts'

const fromOrders = (q: QueryBuilder) =>
  q
    .select({
      ...orderFacts,
      id: purchaseorder_lines.id,
      quantity: purchaseorder_lines.quantity,
      closedshort: purchaseorder_lines.closedshort,
      reference: purchaseorders.reference,
      dateutc: sql<string>`${purchaseorders.sentutc}`,
    })
    .from(purchaseorders)
    .innerJoin(purchaseorder_lines, eq(purchaseorder_lines.orderid, purchaseorders.id))
    .leftJoin(inventory, eq(inventory.id, purchaseorder_lines.inventoryid))
    .leftJoin(categories, eq(categories.id, inventory.category))
    .orderBy(asc(purchaseorders.sentutc), asc(purchaseorder_lines.rank))

const isOrderedFrom = (supplier: unknown) =>
  and(
    sql`${purchaseorders.supplier} = ${supplier}`,
    isNotNull(purchaseorders.sentutc),
    isNull(purchaseorders.cancelledutc),
    eq(purchaseorder_lines.receivable, false),
  )

const orderedFrom = statement((q, p: Params<{ supplier: string }>) =>
  fromOrders(q).where(isOrderedFrom(p.supplier)),
)
const orderedSome = statement((q, p: Params<{ supplier: string; ids: readonly string[] }>) =>
  fromOrders(q).where(and(isOrderedFrom(p.supplier), inList(purchaseorder_lines.id, p.ids))),
)
export type OrderedServiceRow = RowOf<typeof orderedFrom> & TakenUp

/**
 * Lines of the orders that a supplier was sent which nobody receives: services, and text. `except`: the invoice that `charged`
 * leaves out; `ids`: these lines alone.
 */
export const listOrderedServices = (
  db: TenantDb,
  { supplier, except, ids }: { supplier: string; except: string; ids?: readonly string[] },
): OrderedServiceRow[] =>
  withTakenUp(
    db,
    ids ? orderedSome.all(db, { supplier, ids }) : orderedFrom.all(db, { supplier }),
    chargedOfLines,
    except,
  )

/** What all invoices charge of each of these lines of orders, less what is credited, in millionths; drafts count. */
export const readChargedOfLines = (db: TenantDb, ids: readonly string[]): Map<string, number> =>
  new Map(chargedOfLines.all(db, { ids, except: '' }).map(({ id, sum }) => [id, sum]))
