import { and, asc, eq, getTableColumns, sql } from 'drizzle-orm'
import { inventory, units } from '#db/schema/tenant/index.ts'
import { listItem, listItems, type Params, type RowOf, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'

export type UnitRow = typeof units.$inferSelect

const ofItems = statement((q, p: Params<{ inventoryids: readonly string[] }>) =>
  q
    .select(getTableColumns(units))
    .from(listItems(p.inventoryids))
    .innerJoin(units, and(eq(units.inventoryid, listItem), eq(units.archived, false)))
    .orderBy(asc(units.inventoryid), asc(units.id)),
)

export const listItemUnits = (db: TenantDb, inventoryids: readonly string[]): UnitRow[] =>
  ofItems.all(db, { inventoryids })

export const listAllItemUnits = (db: TenantDb, inventoryid: string): UnitRow[] =>
  db.select().from(units).where(eq(units.inventoryid, inventoryid)).orderBy(asc(units.id)).all()

const lines = statement((q, p: Params<{ inventoryids: readonly string[] }>) =>
  q
    .select({
      id: units.id,
      code: inventory.code,
      itemname: inventory.materialname,
      name: units.name,
      ratiotobase: units.ratiotobase,
      lastprice: units.lastprice,
    })
    .from(listItems(p.inventoryids))
    .crossJoin(inventory)
    .crossJoin(units)
    .where(and(eq(inventory.id, listItem), eq(units.inventoryid, inventory.id), eq(units.archived, false)))
    .orderBy(sql`listed.key`, asc(units.id)),
)
export type UnitLine = RowOf<typeof lines>

export const unitLines = (db: TenantDb, inventoryids: readonly string[]): UnitLine[] =>
  lines.all(db, { inventoryids })
