import { type Passing, passing, prepared } from '#db/sqlite.ts'
import type { TenantDb } from '#db/types.ts'

type Value = string | number | null
const quoted = (name: string) => `"${name}"`

const inserts = new Map<string, string>()

/** Inserts one row; rows with the same columns share one prepared statement. */
export function insertRow(db: TenantDb, table: string, row: Record<string, Value>) {
  const columns = Object.keys(row)
  const shape = `${table} ${columns}`
  const sql = inserts.get(shape) ?? insertOf(table, columns)
  // As many as there are sets of columns, which a list with gaps can have many of.
  if (inserts.size < 1000) inserts.set(shape, sql)
  prepared(db, sql).run(Object.values(row))
}

const insertOf = (table: string, columns: readonly string[]) =>
  `INSERT INTO ${quoted(table)} (${columns.map(quoted).join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`

/** Inserts `many` rows of the same columns at a time: their values one after another. */
export const insertMany = (db: TenantDb, table: string, columns: readonly string[], many: number): Passing =>
  passing(
    db,
    `INSERT INTO ${quoted(table)} (${columns.map(quoted).join(', ')}) VALUES ${rowsOf(columns.length, many)}`,
  )

const rowsOf = (wide: number, many: number) =>
  Array(many)
    .fill(`(${Array(wide).fill('?').join(', ')})`)
    .join(', ')

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

/** What the lists that came in before call the records of a noun. */
export const importKeys = (db: TenantDb, noun: string) =>
  prepared<{ key: string; recordid: string }>(db, 'SELECT key, recordid FROM import_keys WHERE noun = ?').all(
    [noun],
  )

/** All rows of a table with some of its columns, for a list that says what they should be. */
export const wholeRows = (db: TenantDb, table: string, columns: readonly string[]) =>
  prepared<Record<string, Value> & { id: string; version: number }>(
    db,
    `SELECT ${['id', 'version', ...columns].map(quoted).join(', ')} FROM ${quoted(table)}`,
  ).all()

/** Gives `many` rows at a time other values of the same columns; the id of each stands before its values. */
export const updateMany = (db: TenantDb, table: string, columns: readonly string[], many: number): Passing =>
  passing(
    db,
    `UPDATE ${quoted(table)} SET ${columns.map((name, at) => `${quoted(name)} = r.column${at + 2}`).join(', ')}
     FROM (VALUES ${rowsOf(columns.length + 1, many)}) AS r WHERE ${quoted(table)}.id = r.column1`,
  )

/** Jobs that an import brought and that have no lines yet. */
export const bareImportedJobs = (db: TenantDb) =>
  prepared<{ id: string; boardid: string; status: number; day: string }>(
    db,
    `SELECT j.id, j.boardid, j.status, coalesce(j.completed, substr(j.created, 1, 10)) AS day FROM jobs AS j
     WHERE EXISTS (SELECT 1 FROM history AS h
         WHERE h.entity = 'jobs' AND h.entityid = j.id AND h.field = 'imported' AND h.item = '')
       AND NOT EXISTS (SELECT 1 FROM materials AS m WHERE m.jobid = j.id AND m.archived = 0)`,
  ).all()

/** Every job that has lines. */
export const jobsWithLines = (db: TenantDb) =>
  prepared<{ jobid: string }>(db, 'SELECT DISTINCT jobid FROM materials WHERE archived = 0').all()

/** The last movement of the stock ledger. */
export const lastMovement = (db: TenantDb): number =>
  prepared<{ seq: number | null }>(db, 'SELECT max(seq) AS seq FROM stock_ledger').get()?.seq ?? 0

/** Says that what some jobs show has changed. */
export const touchJobs = (db: TenantDb, ids: string, seq: number) =>
  prepared(db, 'UPDATE jobs SET seq = ? WHERE id IN (SELECT value FROM json_each(?))').run([seq, ids])
