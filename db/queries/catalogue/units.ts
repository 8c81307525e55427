import { and, asc, eq, inArray } from 'drizzle-orm'
import { units } from '#db/schema/tenant/index.ts'
import { prepared } from '#db/sqlite.ts'
import type { TenantDb } from '#db/types.ts'

export type UnitRow = typeof units.$inferSelect

/** The units in use of many items, in the order they were added, in one query. */
export const listItemUnits = (db: TenantDb, inventoryids: readonly string[]): UnitRow[] =>
  db
    .select()
    .from(units)
    .where(and(inArray(units.inventoryid, [...inventoryids]), eq(units.archived, false)))
    .orderBy(asc(units.inventoryid), asc(units.id))
    .all()

/** Every unit that an item ever had, archived ones too. */
export const listAllItemUnits = (db: TenantDb, inventoryid: string): UnitRow[] =>
  db.select().from(units).where(eq(units.inventoryid, inventoryid)).orderBy(asc(units.id)).all()

export type UnitLine = {
  id: string
  code: string
  itemname: string
  name: string
  ratiotobase: string
  lastprice: number | null
}

/** The units in use of many items, as a list of their own: in the order of the items. */
export const unitLines = (db: TenantDb, inventoryids: readonly string[]): UnitLine[] =>
  prepared<UnitLine>(
    db,
    `SELECT u.id, i.code, i.materialname AS itemname, u.name, u.ratiotobase, u.lastprice
     FROM json_each(?) AS wanted
     CROSS JOIN inventory AS i ON i.id = wanted.value
     CROSS JOIN units AS u ON u.inventoryid = i.id AND u.archived = 0
     ORDER BY wanted.key, u.id`,
  ).all([JSON.stringify(inventoryids)])
