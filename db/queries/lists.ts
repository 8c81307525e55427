import { and, asc, desc, is, type SQL, sql } from 'drizzle-orm'
import { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { wordSortKeys } from '#db/word-order.ts'
import { containsTerm, splitSearchTerms } from './search-patterns.ts'

/** Decision A3. */
export type ListQuery = { skip?: number; take?: number; search?: string; archived?: boolean; sort?: string }

export const TAKE = 50

export function countTotal(
  found: number,
  { skip = 0, take = TAKE }: Pick<ListQuery, 'skip' | 'take'>,
  count: () => number,
): number {
  return found < take && (found > 0 || skip === 0) ? skip + found : count()
}

/** Every word of a search anywhere in one of the columns, in any order, whatever its case and accents. */
export function contains(columns: (SQLiteColumn | SQL)[], search: string | undefined): SQL | undefined {
  const terms = splitSearchTerms(search)
  if (terms.length === 0 || columns.length === 0) return
  // One look at all of them is quicker than one each. The separator is a character that nobody types.
  const text = sql`concat_ws(char(31), ${sql.join([...columns], sql`, `)})`
  return and(...terms.map((term) => containsTerm(text, term)))
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

export function orderByWords(
  columns: Record<string, SQLiteColumn | SQL>,
  sort: string | undefined,
  fallback: SQLiteColumn | SQL,
  plainly: readonly string[] = [],
): SQL[] {
  const name = sort?.replace(/^-/, '') ?? ''
  if (plainly.includes(name)) return orderBy(columns, sort, fallback)
  const column = (Object.hasOwn(columns, name) && columns[name]) || fallback
  const isText = !is(column, SQLiteColumn) || column.dataType === 'string'
  return (isText ? wordSortKeys(column) : [column]).map((key) =>
    sort?.startsWith('-') ? desc(key) : asc(key),
  )
}
