import { type SQL, sql } from 'drizzle-orm'
import { splitForIndex, toMatch } from '#db/queries/search-patterns.ts'
import { prepared } from '#db/sqlite.ts'
import type { TenantDb } from '#db/types.ts'
import { idRange, type SearchKindName, searchKinds } from './kinds.ts'

/** Of what a list's search finds, so many of the newest are shown. */
export const MOST_FOUND = 500
/** A word that stands in more is common. */
const COMMON = 2000

type Where = { kind: SearchKindName; titles?: boolean }

/** The newest records of a kind that hold what is bound as `match`, as `hits(recordid)`. */
export const newestHits = (kind: SearchKindName, match: SQL | object, most: number): SQL =>
  sql`(SELECT w.recordid FROM (SELECT rowid AS id FROM search_index
    WHERE search_index MATCH ${match} AND ${sql.raw(inRange(kind))} ORDER BY rowid DESC LIMIT ${sql.raw(String(most))}) AS f
    CROSS JOIN search_words AS w ON w.id = f.id) AS hits`

const inRange = (kind: SearchKindName) => `rowid BETWEEN ${idRange(searchKinds[kind]).join(' AND ')}`

/** In the names alone. */
export const inTitle = (match: string): string => `title : (${match})`

/** At most `most`. The index itself goes through all kinds for words that never stand together. */
export function countHits(db: TenantDb, { kind, titles }: Where, term: string, most = COMMON): number {
  const match = toMatch([term])
  const found = prepared<{ n: number }>(
    db,
    `SELECT count(*) AS n FROM (SELECT 1 FROM search_index WHERE search_index MATCH ? AND ${inRange(kind)} LIMIT ?)`,
  ).get([titles ? inTitle(match) : match, most])
  return found?.n ?? 0
}

export type Sought = {
  /** What every record holds that is found, in itself or in one that it refers to. */
  match: string
  /** What it may hold in one that it refers to alone. */
  linked: readonly string[]
  /** Nothing else was typed. */
  whole: boolean
  /** All of the words are common: not every record that holds them is looked at. */
  common: boolean
}

/**
 * How a search of some letters is looked up: by its rarest word, which may stand in any of `places`, or by all of
 * its words where each is common. Undefined for a search without a word of three letters; null: nothing holds it.
 */
export function planSearch(
  db: TenantDb,
  search: string | undefined,
  places: readonly Where[],
): Sought | null | undefined {
  const { long, short } = splitForIndex(search)
  if (long.length === 0) return
  const counts = long.map((term) => places.reduce((sum, place) => sum + countHits(db, place, term), 0))
  const rarest = Math.min(...counts)
  if (rarest === 0) return null
  const whole = short.length === 0 && (long.length === 1 || rarest >= COMMON)
  if (rarest >= COMMON) return { match: toMatch(long), linked: long, common: true, whole }
  const term = long[counts.indexOf(rarest)] as string
  return { match: toMatch([term]), linked: [term], common: false, whole }
}
