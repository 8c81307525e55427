import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import { TAKE } from '#db/queries/lists.ts'
import { splitForIndex, toGlobPattern, toMatch } from '#db/queries/search-patterns.ts'
import { prepared } from '#db/sqlite.ts'
import type { TenantDb } from '#db/types.ts'
import { idRange, type SearchKindName, searchKinds } from './kinds.ts'

/** Of what a list's search finds, so many of the newest are shown. */
export const MOST_FOUND = 500
/** A word that stands in more is common. */
const COMMON = 2000
/** Of the records that hold a word, so many of the newest are looked through; of several common words, fewer. */
const LOOKED_THROUGH = 5000
const LOOKED_THROUGH_AGAIN = 2000

/** What to look up in the index, in how much of it, and which patterns the text must hold besides. */
export type Hits = { match: string; since: number; looked: number; others: string }
type BoundHits = { readonly [K in keyof Hits]?: SQL | Placeholder }

/** The newest records of a kind that hold some words, as `hits(recordid)`. */
export const newestHits = (kind: SearchKindName, { match, since, looked, others }: BoundHits): SQL =>
  sql`(SELECT w.recordid FROM (SELECT rowid AS id FROM search_index
    WHERE search_index MATCH ${match} AND rowid BETWEEN ${since} AND ${sql.raw(String(idRange(searchKinds[kind])[1]))}
    ORDER BY rowid DESC LIMIT ${looked}) AS f
    CROSS JOIN search_words AS w ON w.id = f.id
    WHERE NOT EXISTS (SELECT 1 FROM json_each(${others}) WHERE w.title || char(10) || w.words NOT GLOB value)) AS hits`

const { raw } = sql

/** The first of a kind whose names begin with some letters. */
export const namesBeginning = (kind: SearchKindName, letters: string, most: number): SQL =>
  sql`(SELECT recordid FROM search_words
    WHERE id >> 40 = ${raw(String(searchKinds[kind].number))}
      AND title COLLATE NOCASE >= ${letters} AND title COLLATE NOCASE < ${`${letters}\u{10ffff}`}
    ORDER BY title COLLATE NOCASE LIMIT ${raw(String(most))}) AS hits`

/** The newest of a kind. */
export const newestRecords = (kind: SearchKindName, most: number): SQL =>
  sql`(SELECT recordid FROM search_words WHERE id BETWEEN ${raw(idRange(searchKinds[kind]).join(' AND '))}
    ORDER BY id DESC LIMIT ${raw(String(most))}) AS hits`

const inTitle = (match: string): string => `title : (${match})`

const firstOf = (kind: SearchKindName) => idRange(searchKinds[kind])[0]

/** At most `most`. The index itself goes through all kinds for words that never stand together. */
export function countHits(
  db: TenantDb,
  kind: SearchKindName,
  match: string,
  most = COMMON,
  since = firstOf(kind),
): number {
  const found = prepared<{ n: number }>(
    db,
    `SELECT count(*) AS n FROM (SELECT 1 FROM search_index
       WHERE search_index MATCH ? AND rowid BETWEEN ? AND ${idRange(searchKinds[kind])[1]} LIMIT ?)`,
  ).get([match, since, most])
  return found?.n ?? 0
}

/** Whether a word stands in so many that not all of them are looked through. */
export const isCommon = (db: TenantDb, kind: SearchKindName, term: string): boolean =>
  countHits(db, kind, toMatch([term])) === COMMON

/** The oldest row to look through for a common word: the first of all where fewer hold it. */
function oldestOf(db: TenantDb, kind: SearchKindName, match: string): number {
  const found = prepared<{ id: number }>(
    db,
    `SELECT rowid AS id FROM search_index
     WHERE search_index MATCH ? AND rowid BETWEEN ${idRange(searchKinds[kind]).join(' AND ')}
     ORDER BY rowid DESC LIMIT 1 OFFSET ${LOOKED_THROUGH - 1}`,
  ).get([match])
  return found?.id ?? firstOf(kind)
}

export type Sought = {
  /** What every record holds that is found, in itself or in one that it refers to. */
  own: Hits
  /** What it may hold in the name of one that it refers to; not looked up where `enough` are found already. */
  linked: readonly Hits[]
  enough: number
  /** Nothing else was typed. */
  whole: boolean
  /** Not every record that holds them is looked at. */
  more: boolean
}

type Term = { term: string; own: number; linked?: Hits & { count: number; cut: boolean } }

/**
 * How a search of some letters is looked up: by its rarest word, which may stand in the record or in the name of one
 * that it refers to; where each is common, by the longest, among the newest of which the others are looked for.
 * Undefined for a search without a word of three letters; null: nothing holds it.
 */
export function planSearch(
  db: TenantDb,
  search: string | undefined,
  kind: SearchKindName,
  linked?: SearchKindName,
): Sought | null | undefined {
  const { long, short } = splitForIndex(search)
  if (long.length === 0) return
  const terms = long.map((term): Term => {
    const own = countHits(db, kind, toMatch([term]))
    return { term, own, linked: linked && titleHits(db, linked, term, own > 0) }
  })
  const countOf = ({ own, linked }: Term) => own + (linked?.count ?? 0)
  const rarest = terms.reduce((a, b) => (countOf(b) < countOf(a) ? b : a))
  if (countOf(rarest) === 0) return null
  const common = countOf(rarest) >= COMMON
  const again = common ? long.filter((term) => term !== rarest.term) : []
  const asked = common ? terms : [rarest]
  return {
    own: {
      match: toMatch([rarest.term]),
      since: firstOf(kind),
      looked: again.length > 0 ? LOOKED_THROUGH_AGAIN : LOOKED_THROUGH,
      others: JSON.stringify(again.map(toGlobPattern)),
    },
    linked: asked.flatMap(({ linked }) => (linked?.count ? [linked] : [])),
    enough: again.length > 0 ? TAKE : MOST_FOUND,
    more: common || asked.some(({ linked }) => linked?.cut),
    whole: long.length === 1 && short.length === 0,
  }
}

/** Names that hold a word; the index looks for these among all texts that hold it, unless it is `cut` short. */
function titleHits(db: TenantDb, kind: SearchKindName, term: string, cut: boolean) {
  const everywhere = toMatch([term])
  const since = cut ? oldestOf(db, kind, everywhere) : firstOf(kind)
  const match = inTitle(everywhere)
  const count = countHits(db, kind, match, COMMON, since)
  // Each may have many records.
  const looked = count < COMMON ? MOST_FOUND : MOST_FOUND / 5
  return { match, since, looked, others: '[]', count, cut: since > firstOf(kind) }
}
