import { prepared } from '#db/sqlite.ts'
import type { TenantDb } from '#db/types.ts'
import { idRange, type SearchKindName, searchKinds } from './kinds.ts'

type Unindexed = { kind: number; before: string }

const next = (db: TenantDb) =>
  prepared<Unindexed>(db, 'SELECT kind, before FROM search_unindexed ORDER BY kind LIMIT 1').get()

export const hasUnindexed = (db: TenantDb): boolean => next(db) !== null

/** Whether the index holds all records of these kinds, also those from before it. */
export const isIndexed = (db: TenantDb, kinds: readonly SearchKindName[]): boolean =>
  !prepared<{ kind: number }>(db, 'SELECT kind FROM search_unindexed')
    .all()
    .some(({ kind }) => kinds.some((name) => searchKinds[name].number === kind))

/** Indexes some records from before the index; call until `hasUnindexed` is false. */
export function indexSlice(db: TenantDb, take: number): void {
  const at = next(db)
  const kind = Object.values(searchKinds).find(({ number }) => number === at?.kind)
  if (!at || !kind) return
  const { table, title, words, number } = kind
  const ids = prepared<{ id: string }>(
    db,
    `SELECT id FROM ${table} WHERE id < ? ORDER BY id DESC LIMIT ?`,
  ).all([at.before, take])
  const last = ids.at(-1)?.id
  if (last === undefined) {
    prepared(db, 'DELETE FROM search_unindexed WHERE kind = ?').run([number])
    return
  }
  const [first, end] = idRange(kind)
  const middle = (first + end + 1) / 2
  prepared(
    db,
    `INSERT OR IGNORE INTO search_words (id, recordid, title, words)
     SELECT coalesce((SELECT min(id) FROM search_words WHERE id BETWEEN ${first} AND ${end}), ${middle})
       - row_number() OVER (ORDER BY r.id DESC), r.id, ${title}, ${words}
     FROM ${table} AS r WHERE r.id < ?1 AND r.id >= ?2`,
  ).run([at.before, last])
  prepared(db, 'UPDATE search_unindexed SET before = ? WHERE kind = ?').run([last, number])
}
