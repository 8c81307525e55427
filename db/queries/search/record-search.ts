import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { keptCount } from '#db/queries/list-figures.ts'
import type { TenantDb } from '#db/types.ts'
import { type Hits, MOST_FOUND, namesBeginning, newestHits, newestRecords, planSearch } from './index-hits.ts'
import { isIndexed } from './index-slice.ts'
import type { SearchKindName } from './kinds.ts'

type Place = {
  kind: SearchKindName
  table: SQLiteTable & { id: SQLiteColumn }
  /** The record that it refers to, whose name is searched with it. */
  linked?: { kind: SearchKindName; by: SQLiteColumn }
  /** What the list is of, without and with what was typed. */
  where: (search: string | undefined) => SQL | undefined
}

/** `more`: there may be others. */
type FoundRecords = { ids: string[]; more: boolean }

const bound = ({ match, since, looked, others }: Hits) => ({
  match: sql`${match}`,
  since: sql`${since}`,
  looked: sql`${looked}`,
  others: sql`${others}`,
})

/** Of records that `hits` names, those that the list is of. */
function idsAmong(
  db: TenantDb,
  { table }: Place,
  hits: SQL,
  by: SQLiteColumn,
  where: SQL | undefined,
): string[] {
  return db
    .select({ id: table.id })
    .from(hits)
    .crossJoin(table)
    .where(and(eq(by, sql`hits.recordid`), where))
    .limit(MOST_FOUND + 1)
    .all()
    .map(({ id }) => id as string)
}

/** The newest that a search finds by the index of words; undefined where all are looked through. */
export function searchRecords(
  db: TenantDb,
  search: string | undefined,
  place: Place,
): FoundRecords | undefined {
  const { kind, table, linked, where } = place
  if (!search?.trim() || !isIndexed(db, linked ? [kind, linked.kind] : [kind])) return
  const plan = planSearch(db, search, kind, linked?.kind)
  if (plan === undefined) return searchFewLetters(db, search, place)
  if (plan === null) return { ids: [], more: false }
  const own = newestHits(kind, bound(plan.own))
  const found = new Set(idsAmong(db, place, own, table.id, where(plan.whole ? undefined : search)))
  for (const titles of plan.linked) {
    if (found.size > plan.enough || !linked) break
    const named = newestHits(linked.kind, bound(titles))
    for (const id of idsAmong(db, place, named, linked.by, where(plan.whole ? undefined : search)))
      found.add(id)
  }
  return { ids: [...found].slice(0, MOST_FOUND), more: plan.more || found.size > MOST_FOUND }
}

/** A list that is no longer is looked through whole for what the index of words cannot hold. */
const FEW = 10_000

/** Names that begin with the letters, and the newest that hold them anywhere. */
function searchFewLetters(db: TenantDb, search: string, place: Place): FoundRecords | undefined {
  const { kind, table, where } = place
  if ((keptCount(db, table, true) ?? 0) <= FEW) return
  const letters = search.normalize('NFC').trim()
  const found = [namesBeginning(kind, letters, MOST_FOUND), newestRecords(kind, MOST_FOUND)].flatMap((hits) =>
    idsAmong(db, place, hits, table.id, where(search)),
  )
  return { ids: [...new Set(found)], more: true }
}
