import { prepared } from '#db/sqlite.ts'
import type { TenantDb } from '#db/types.ts'

type Value = string | number | null
const quoted = (name: string) => `"${name}"`

/** Inserts one row; rows with the same columns share one prepared statement. */
export function insertRow(db: TenantDb, table: string, row: Record<string, Value>) {
  const columns = Object.keys(row)
  const marks = columns.map(() => '?').join(', ')
  prepared(db, `INSERT INTO ${quoted(table)} (${columns.map(quoted).join(', ')}) VALUES (${marks})`).run(
    Object.values(row),
  )
}

/** The ids of a table's rows with some of their columns. */
export const keyRows = (db: TenantDb, table: string, columns: readonly string[]) =>
  prepared<Record<string, string | null> & { id: string }>(
    db,
    `SELECT ${['id', ...columns].map(quoted).join(', ')} FROM ${quoted(table)}`,
  ).all()

export const boardRows = (db: TenantDb) =>
  prepared<{ id: string; name: string; slug: string }>(
    db,
    'SELECT id, name, slug FROM boards WHERE archived = 0 ORDER BY rank, name',
  ).all()

/** Raises a counter so that the numbers up to `used` are never given again. */
export const raiseSequence = (db: TenantDb, name: string, used: number) =>
  prepared(
    db,
    'INSERT INTO sequences (name, next) VALUES (?1, ?2) ON CONFLICT (name) DO UPDATE SET next = max(next, ?2)',
  ).run([name, used + 1])
