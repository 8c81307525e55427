import { and, asc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { QueryBuilder } from 'drizzle-orm/sqlite-core'
import { nameIn } from '#db/queries/names.ts'
import { toLikePattern } from '#db/queries/search-patterns.ts'
import { inventory, supplier_items, supplier_prices, suppliers } from '#db/schema/tenant/index.ts'
import { inList, isTrue, listItem, listItems, type Params, type RowOf, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'

/** In the order in which they are read: each is in place of those before it of its quantity. */
const pricesOf = (supplieritemid: SQL) => sql<string>`(SELECT coalesce(json_group_array(
  json_array(b.quantity, b.validfrom, b.price, b.id) ORDER BY b.quantity, b.validfrom), '[]')
  FROM ${supplier_prices} AS b WHERE b.supplieritemid = ${supplieritemid} AND b.archived = 0)`

const selectFacts = (q: QueryBuilder) =>
  q
    .select({
      ...getTableColumns(supplier_items),
      suppliername: suppliers.name,
      itemcode: inventory.code,
      itemname: nameIn(inventory) as SQL<string>,
      prices: pricesOf(sql`${supplier_items.id}`),
    })
    .from(supplier_items)
    .innerJoin(suppliers, eq(suppliers.id, supplier_items.supplier))
    .innerJoin(inventory, eq(inventory.id, supplier_items.inventoryid))

const ofItem = statement((q, p: Params<{ inventoryid: string }>) =>
  selectFacts(q)
    .where(and(eq(supplier_items.inventoryid, p.inventoryid), eq(supplier_items.archived, false)))
    .orderBy(asc(sql`${suppliers.name} COLLATE NOCASE`)),
)
export type SupplierItemRow = RowOf<typeof ofItem>

/** What each supplier asks for an item. */
export const listSuppliersOfItem = (db: TenantDb, inventoryid: string): SupplierItemRow[] =>
  ofItem.all(db, { inventoryid })

const ofSupplier = statement((q, p: Params<{ supplier: string; skip: number; take: number }>) =>
  selectFacts(q)
    .where(and(eq(supplier_items.supplier, p.supplier), eq(supplier_items.archived, false)))
    .orderBy(asc(inventory.code))
    .limit(p.take)
    .offset(p.skip),
)

/** What one supplier asks for its items. */
export const listItemsOfSupplier = (
  db: TenantDb,
  supplier: string,
  { skip = 0, take = 50 }: { skip?: number; take?: number } = {},
): SupplierItemRow[] => ofSupplier.all(db, { supplier, skip, take })

const pairs = statement((q, p: Params<{ supplier: string; inventoryids: readonly string[] }>) =>
  selectFacts(q).where(
    and(inList(supplier_items.inventoryid, p.inventoryids), eq(supplier_items.supplier, p.supplier)),
  ),
)

/** Of these items, archived ones included. */
export const findSupplierItems = (db: TenantDb, supplier: string, inventoryids: readonly string[]) =>
  pairs.all(db, { supplier, inventoryids })

const asked = statement((q, p: Params<{ supplier: string; inventoryids: readonly string[] }>) =>
  q
    .select({
      id: supplier_items.id,
      inventoryid: supplier_items.inventoryid,
      unit: supplier_items.unit,
      unitratio: supplier_items.unitratio,
      price: supplier_items.price,
      archived: supplier_items.archived,
      listed: isTrue(sql`EXISTS (SELECT 1 FROM ${supplier_prices} AS b
        WHERE b.supplieritemid = ${supplier_items.id} AND b.archived = 0)`),
    })
    .from(listItems(p.inventoryids))
    // In this order: by the supplier first, each of its items would read through the list.
    .crossJoin(supplier_items)
    .where(and(eq(supplier_items.inventoryid, listItem), eq(supplier_items.supplier, p.supplier))),
)

/** What is asked for them, archived ones included. `listed`: by quantity or day. */
export const findAskedPrices = (db: TenantDb, supplier: string, inventoryids: readonly string[]) =>
  asked.all(db, { supplier, inventoryids })

const codes = statement((q, p: Params<{ supplier: string; pattern: string; take: number }>) =>
  q
    .select({ id: supplier_items.inventoryid })
    .from(supplier_items)
    .where(
      and(
        eq(supplier_items.supplier, p.supplier),
        eq(supplier_items.archived, false),
        sql`(${supplier_items.code} || char(31) || ${supplier_items.name}) LIKE ${p.pattern} ESCAPE '\\'`,
      ),
    )
    .orderBy(asc(supplier_items.code))
    .limit(p.take),
)

/** Items that this supplier calls so. */
export const searchSupplierCodes = (db: TenantDb, supplier: string, search: string, take: number) =>
  codes.all(db, { supplier, pattern: toLikePattern(search), take }).map(({ id }) => id)

const storedPrices = statement((q, p: Params<{ supplieritemid: string }>) =>
  q.select().from(supplier_prices).where(eq(supplier_prices.supplieritemid, p.supplieritemid)),
)

/** Forgotten ones included. */
export const listSupplierPrices = (db: TenantDb, supplieritemid: string) =>
  storedPrices.all(db, { supplieritemid })

type PriceKey = { supplieritemid: string; quantity: number; validfrom: string }

const onePrice = statement((q, p: Params<PriceKey>) =>
  q
    .select({ id: supplier_prices.id })
    .from(supplier_prices)
    .where(
      and(
        eq(supplier_prices.supplieritemid, p.supplieritemid),
        sql`${supplier_prices.quantity} = ${p.quantity}`,
        eq(supplier_prices.validfrom, p.validfrom),
      ),
    ),
)

/** The one from this quantity and day on, if it was forgotten too. */
export const findSupplierPrice = (db: TenantDb, { supplieritemid, quantity, validfrom }: PriceKey) =>
  onePrice.get(db, { supplieritemid, quantity, validfrom })

const theirCodes = statement((q) =>
  q
    .select({
      supplier: supplier_items.supplier,
      code: supplier_items.code,
      inventoryid: supplier_items.inventoryid,
    })
    .from(supplier_items)
    .where(and(eq(supplier_items.archived, false), sql`${supplier_items.code} <> ''`)),
)

/** What all suppliers call all items. */
export const listSupplierCodes = (db: TenantDb) => theirCodes.all(db)
