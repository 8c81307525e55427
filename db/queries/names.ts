import { getTableName, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { accountcodes, inventory, users } from '#db/schema/tenant/index.ts'

type Columns = Record<string, SQLiteColumn>

export function nameIn(table: SQLiteTable, at: SQLiteTable = table): SQL<string> {
  const t = at as unknown as Columns
  if (table === users) return sql<string>`trim(${t.firstname} || ' ' || ${t.lastname})`
  if (table === accountcodes) return sql<string>`${t.code} || ' - ' || ${t.description}`
  if (table === inventory) return sql.raw(itemNameSql(getTableName(at))) as SQL<string>
  return sql<string>`${t.name}`
}

export function itemNameSql(alias: string): string {
  const at = alias && `${alias}.`
  return `coalesce(nullif(trim(${at}materialname), ''), nullif(trim(${at}make || ' ' || ${at}model), ''), ${at}code)`
}

export const ITEM_NAME = itemNameSql('i')
