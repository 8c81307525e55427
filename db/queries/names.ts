import { eq, getTableName, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { accountcodes, inventory, users } from '#db/schema/tenant/index.ts'
import type { TenantDb } from '#db/types.ts'
import { plainColumn, withPlain } from '#db/word-order.ts'

type Columns = Record<string, SQLiteColumn>

export function nameIn(table: SQLiteTable, at: SQLiteTable = table): SQL<string> {
  const t = at as unknown as Columns
  if (table === users) return sql<string>`trim(${t.firstname} || ' ' || ${t.lastname})`
  if (table === accountcodes) return sql<string>`${t.code} || ' - ' || ${t.description}`
  if (table === inventory) return itemName(getTableName(at))
  return asColumn(t.name as SQLiteColumn)
}

function asColumn(name: SQLiteColumn): SQL<string> {
  const plain = plainColumn(name)
  return plain ? withPlain(sql<string>`${name}`, plain) : sql<string>`${name}`
}

const itemName = (alias: string) =>
  withPlain(sql.raw(itemNameSql(alias)) as SQL<string>, sql.raw(`${alias}.plainitemname`))

/** A generated column (migration 0027): the name of the material, else make and model, else the code. */
export const itemNameSql = (alias: string): string => `${alias}.itemname`

type Named = SQLiteTable & { id: SQLiteColumn }

export const findNameById = (db: TenantDb, table: Named, id: string): string | null =>
  db
    .select({ name: nameIn(table) })
    .from(table)
    .where(eq(table.id, id))
    .get()?.name ?? null
