import { type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { accountcodes, inventory, users } from '#db/schema/tenant/index.ts'

type Columns = Record<string, SQLiteColumn>

/**
 * What a record of a table is called, as an SQL expression: everything that shows one record beside another asks
 * here. `at` is the table's alias in a join.
 */
export function nameIn(table: SQLiteTable, at: SQLiteTable = table): SQL<string> {
  const t = at as unknown as Columns
  if (table === users) return sql<string>`trim(${t.firstname} || ' ' || ${t.lastname})`
  if (table === accountcodes) return sql<string>`${t.code} || ' - ' || ${t.description}`
  if (table === inventory) return itemName(t)
  return sql<string>`${t.name}`
}

/** An inventory item's display name: its stock name, else make and model, else its code. */
const itemName = (t: Columns) =>
  sql<string>`coalesce(nullif(trim(${t.materialname}), ''), nullif(trim(${t.make} || ' ' || ${t.model}), ''), ${t.code})`
