import { getTableName } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { prepared } from '#db/sqlite.ts'
import type { TenantDb } from '#db/types.ts'

/** The lists whose records triggers count (migration 0027). */
export const countedLists = ['clients', 'suppliers', 'locations', 'equipment', 'inventory'] as const

/** How many records of a list there are, with the archived ones if asked for; undefined where nobody counts them. */
export function keptCount(db: TenantDb, table: SQLiteTable, archived = false): number | undefined {
  const list = getTableName(table)
  if (!countedLists.some((one) => one === list)) return
  const found = prepared<{ n: number }>(
    db,
    'SELECT coalesce(sum(records), 0) AS n FROM list_figures WHERE list = ? AND archived <= ?',
  ).get([list, archived ? 1 : 0])
  return found?.n
}
