import { asc, desc, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'

/** What every list takes (decision A3). */
export type ListQuery = { skip?: number; take?: number; search?: string; archived?: boolean; sort?: string }

export const TAKE = 50

/** Text anywhere in one of the columns; `%` and `_` stand for themselves. */
export function contains(columns: (SQLiteColumn | SQL)[], search: string | undefined): SQL | undefined {
  if (!search || columns.length === 0) return
  const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`
  // One LIKE over all of them is quicker than one each. The separator is a character that nobody types.
  return sql`concat_ws(char(31), ${sql.join([...columns], sql`, `)}) LIKE ${pattern} ESCAPE '\\'`
}

/** `name` ascending, `-name` descending; only the columns given can be sorted by, so no text reaches the SQL. */
export function orderBy(
  columns: Record<string, SQLiteColumn | SQL>,
  sort: string | undefined,
  fallback: SQLiteColumn | SQL,
): SQL[] {
  const name = sort?.replace(/^-/, '') ?? ''
  const column = Object.hasOwn(columns, name) ? columns[name] : fallback
  const nocase = sql`${column} COLLATE NOCASE`
  return [sort?.startsWith('-') ? desc(nocase) : asc(nocase)]
}
