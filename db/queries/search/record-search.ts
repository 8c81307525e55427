import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { toMatch } from '#db/queries/search-patterns.ts'
import type { TenantDb } from '#db/types.ts'
import { inTitle, MOST_FOUND, newestHits, planSearch } from './index-hits.ts'
import { hasUnindexed } from './index-slice.ts'
import type { SearchKindName } from './kinds.ts'

/** Far more than is shown, since not all of them need be what the list is of. */
const LOOKED_THROUGH = 5_000

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

/** The newest that a search finds by the index of words; undefined where it holds nothing so short, or not all yet. */
export function searchRecords(
  db: TenantDb,
  search: string | undefined,
  { kind, table, linked, where }: Place,
): FoundRecords | undefined {
  if (!search?.trim() || hasUnindexed(db)) return
  const plan = planSearch(db, search, [{ kind }, ...(linked ? [{ kind: linked.kind, titles: true }] : [])])
  if (plan === undefined) return
  if (plan === null) return { ids: [], more: false }
  const idsOf = (hits: SQL, by: SQLiteColumn, conditions: SQL | undefined) =>
    db
      .select({ id: table.id })
      .from(hits)
      .crossJoin(table)
      .where(and(eq(by, sql`hits.recordid`), conditions))
      .limit(MOST_FOUND + 1)
      .all()
      .map(({ id }) => id as string)
  const own = newestHits(kind, sql`${plan.match}`, LOOKED_THROUGH)
  const found = new Set(idsOf(own, table.id, where(plan.whole ? undefined : search)))
  for (const term of linked ? plan.linked : []) {
    if (found.size > MOST_FOUND || !linked) break
    const named = newestHits(linked.kind, sql`${inTitle(toMatch([term]))}`, MOST_FOUND)
    for (const id of idsOf(named, linked.by, where(search))) found.add(id)
  }
  return { ids: [...found].slice(0, MOST_FOUND), more: plan.common || found.size > MOST_FOUND }
}
