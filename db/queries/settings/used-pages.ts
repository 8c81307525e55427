import { sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { isTrue, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'

const any = (table: SQLiteTable) => isTrue(sql`EXISTS (SELECT 1 FROM ${table})`)

/** Which pages of the menu have records, so that they stand with those that everybody needs. */
export function findUsedPages(
  records: Readonly<Record<string, SQLiteTable | null>>,
): (db: TenantDb) => ReadonlySet<string> {
  const columns = Object.fromEntries(
    Object.entries(records).flatMap(([page, table]) => (table ? [[page, any(table)] as const] : [])),
  )
  const used = statement((q) => q.select(columns).from(sql`(VALUES (1))`))
  return (db) =>
    new Set(Object.entries(used.get(db) ?? {}).flatMap(([page, isUsed]) => (isUsed ? [page] : [])))
}
