import { splitForIndex, toGlobPattern, toMatch } from '#db/queries/search-patterns.ts'
import type { JobScope } from '#db/queries/work/visible-jobs.ts'
import { prepared } from '#db/sqlite.ts'
import type { TenantDb } from '#db/types.ts'
import { countHits, isCommon } from './index-hits.ts'
import { idRange, jobPlace, type SearchKind, type SearchKindName, searchKinds } from './kinds.ts'

export type SearchScope = JobScope & {
  /** What files hang on that the person may see. */
  owners: readonly string[]
}

export type Match = {
  id: string
  title: string
  words: string
  boardid: string | null
  location: string | null
  status: number | null
}

// Of what is found by a common word, the newest are looked through: reading all would take a second.
const LOOKED_THROUGH = 2000

const texts = new Map<string, string>()

function textOf(kind: SearchKindName, from: string): string {
  const known = texts.get(kind + from)
  if (known) return known
  const {
    join,
    where,
    place = join.includes('jobs AS j') ? jobPlace.known : jobPlace.none,
  }: SearchKind = searchKinds[kind]
  const text = `
    SELECT w.recordid AS id, w.title, w.words, ${place}
    FROM (${from}) AS f CROSS JOIN search_words AS w ON w.id = f.id ${join}
    WHERE ${where} AND ?2 IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM json_each(?7) WHERE w.title || char(10) || w.words NOT GLOB value)
    LIMIT ?8`
  texts.set(kind + from, text)
  return text
}

const begins = (kind: SearchKindName) => `
  SELECT id FROM search_words
  WHERE id >> 40 = ${searchKinds[kind].number} AND title COLLATE NOCASE >= ?1 AND title COLLATE NOCASE < ?2
  ORDER BY title COLLATE NOCASE LIMIT ${LOOKED_THROUGH}`

const contains = (kind: SearchKindName) => `
  SELECT rowid AS id FROM search_index
  WHERE search_index MATCH ?1 AND rowid BETWEEN ${idRange(searchKinds[kind]).join(' AND ')}
  ORDER BY rowid DESC LIMIT ${LOOKED_THROUGH}`

const HOLDING = `SELECT rowid >> 40 AS number FROM search_index WHERE search_index MATCH ? LIMIT ${LOOKED_THROUGH}`

export type Holding = ReadonlySet<number>

/** Kinds, by their numbers, of which a record may hold all long words: one look at the index in place of one for each. */
export function findHolding(db: TenantDb, search: string): Holding | undefined {
  const rare = splitForIndex(search)
    .long.map((term) => prepared<{ number: number }>(db, HOLDING).all([toMatch([term])]))
    .filter(({ length }) => length < LOOKED_THROUGH)
    .map((rows) => new Set(rows.map(({ number }) => number)))
  return rare.length > 0 ? rare.reduce((kinds, others) => kinds.intersection(others)) : undefined
}

/** Those whose name begins with the text, then those that hold each of its words, newest first. */
export function findMatches(
  db: TenantDb,
  kind: SearchKindName,
  search: string,
  scope: SearchScope,
  take: number,
  holding?: Holding,
): Match[] {
  const text = search.normalize('NFC').trim().replaceAll(/\s+/gu, ' ')
  const bind = (from: string, upto: string, globs: string) => [
    from,
    upto,
    scope.boards && JSON.stringify(scope.boards),
    scope.locations && JSON.stringify(scope.locations),
    scope.removed,
    JSON.stringify(scope.owners),
    globs,
    take,
  ]
  const first = prepared<Match>(db, textOf(kind, begins(kind))).all(bind(text, `${text}\u{10ffff}`, '[]'))
  const { long, short } = splitForIndex(search)
  if (
    first.length >= take ||
    long.length === 0 ||
    (holding
      ? !holding.has(searchKinds[kind].number)
      : long.some((term) => countHits(db, kind, toMatch([term]), 1) === 0))
  )
    return first
  // Where each word is common, all of them together may stand nowhere, and the index would go through all kinds.
  const common = long.length > 1 && long.every((term) => isCommon(db, kind, term))
  const asked = common ? long.slice(0, 1) : long
  const others = common ? [...long.slice(1), ...short] : short
  const held = prepared<Match>(db, textOf(kind, contains(kind))).all(
    bind(toMatch(asked), '', JSON.stringify(others.map(toGlobPattern))),
  )
  const known = new Set(first.map(({ id }) => id))
  return [...first, ...held.filter(({ id }) => !known.has(id))].slice(0, take)
}

const { title, words, where } = searchKinds.invoice
const OF_TOTAL = `
  SELECT r.id, ${title} AS title, ${words} AS words, ${jobPlace.known}
  FROM invoices AS r INDEXED BY invoices_total CROSS JOIN jobs AS j ON j.id = r.jobid
  WHERE r.totalcents = ?1 AND r.state <> 'draft' AND ${where}
  ORDER BY r.rowid DESC LIMIT ?2`

/** Invoices that come to an amount, the newest first. */
export const findInvoicesOfTotal = (
  db: TenantDb,
  cents: number,
  { boards, locations }: SearchScope,
  take: number,
): Match[] =>
  prepared<Match>(db, OF_TOTAL).all([
    ...[cents, take, boards && JSON.stringify(boards), locations && JSON.stringify(locations)],
  ])
