import { and, asc, eq, inArray } from 'drizzle-orm'
import { units } from '#db/schema/tenant/index.ts'
import type { TenantDb } from '#db/types.ts'

export type UnitRow = typeof units.$inferSelect

/** The units in use of many items, in the order they were added, in one query. */
export const unitsOfItems = (db: TenantDb, inventoryids: readonly string[]): UnitRow[] =>
  db
    .select()
    .from(units)
    .where(and(inArray(units.inventoryid, [...inventoryids]), eq(units.archived, false)))
    .orderBy(asc(units.inventoryid), asc(units.id))
    .all()

/** Every unit that an item ever had, archived ones too. */
export const allUnitsOf = (db: TenantDb, inventoryid: string): UnitRow[] =>
  db.select().from(units).where(eq(units.inventoryid, inventoryid)).orderBy(asc(units.id)).all()
