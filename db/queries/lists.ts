import { and, asc, desc, is, type SQL, sql } from 'drizzle-orm'
import { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { GivenParams } from '#db/statement.ts'
import { wordSortKeys } from '#db/word-order.ts'
import {
  containsTerm,
  matchesPatterns,
  splitSearchTerms,
  toGlobPattern,
  toLikePattern,
} from './search-patterns.ts'

/** Decision A3. */
export type ListQuery = {
  skip?: number
  take?: number
  search?: string
  archived?: boolean
  sort?: string
  /** All that a search finds or an order has, counted to the end, however long it takes: for files and threads. */
  exact?: boolean
}

export const TAKE = 50

export function countTotal(
  found: number,
  { skip = 0, take = TAKE }: Pick<ListQuery, 'skip' | 'take'>,
  count: () => number,
): number {
  return found < take && (found > 0 || skip === 0) ? skip + found : count()
}

/** No page counts further over a table that grows with the years. */
const MOST_COUNTED = 1000

/** `more`: there are at least `total`; `cut`: these, the newest, are all that is sorted. */
export type Counted = { total: number; more?: boolean; cut?: boolean }

/** As `countTotal`; `count` is given how far to count. */
export function countBounded(
  found: number,
  { skip = 0, take = TAKE, exact }: Pick<ListQuery, 'skip' | 'take' | 'exact'>,
  count: (most: number) => number,
): Counted {
  if (exact) return { total: countTotal(found, { skip, take }, () => count(Number.MAX_SAFE_INTEGER)) }
  const total = countTotal(found, { skip, take }, () => count(MOST_COUNTED + 1))
  if (total <= MOST_COUNTED || (found > 0 && found < take)) return { total }
  // A page beyond it still leads to the next.
  return { total: Math.max(MOST_COUNTED, skip + found + 1), more: true }
}

/** Every word of a search anywhere in one of the columns, in any order, whatever its case and accents. */
export function contains(columns: (SQLiteColumn | SQL)[], search: string | undefined): SQL | undefined {
  const terms = splitSearchTerms(search)
  if (terms.length === 0 || columns.length === 0) return
  const text = joinTexts(columns)
  return and(...terms.map((term) => containsTerm(text, term)))
}

/** One look at all of them is quicker than one each. The separator is a character that nobody types. */
const joinTexts = (columns: (SQLiteColumn | SQL)[]) =>
  sql`concat_ws(char(31), ${sql.join([...columns], sql`, `)})`

/** What is bound for the words of a search, each under names of its own. */
export type SearchPatterns = { [name: `like${number}` | `glob${number}`]: string }

export const bindSearch = (search: string | undefined): SearchPatterns =>
  Object.fromEntries(
    splitSearchTerms(search).flatMap((term, n) => [
      [`like${n}`, toLikePattern(term)],
      [`glob${n}`, toGlobPattern(term)],
    ]),
  )

/** As `contains`, of a search that `bindSearch` binds. */
export function containsBound(
  columns: (SQLiteColumn | SQL)[],
  params: GivenParams<SearchPatterns>,
): SQL | undefined {
  const text = joinTexts(columns)
  const conditions: SQL[] = []
  for (let n = 0; params[`like${n}`]; n++)
    conditions.push(matchesPatterns(text, params[`like${n}`], params[`glob${n}`]))
  return and(...conditions)
}

/** `sort` if it is one of the columns, else `fallback` in the same direction: what a person types makes no new text. */
export function allowedSort(columns: object, sort: string, fallback: string): string {
  if (Object.hasOwn(columns, sort.replace(/^-/, ''))) return sort
  return sort.startsWith('-') ? `-${fallback}` : fallback
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
