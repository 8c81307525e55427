import { and, asc, eq, sql } from 'drizzle-orm'
import { boards, history, import_keys, jobs, materials } from '#db/schema/tenant/index.ts'
import { prepared, prepareTemporary, type TemporaryStatement } from '#db/sqlite.ts'
import { type Params, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'

type Value = string | number | null
export const quoteName = (name: string) => `"${name}"`

const inserts = new Map<string, string>()

export function insertRow(db: TenantDb, table: string, row: Record<string, Value>) {
  const columns = Object.keys(row)
  const shape = `${table} ${columns}`
  const sql = inserts.get(shape) ?? insertStatement(table, columns)
  // As many as there are sets of columns, which a list with gaps can have many of.
  if (inserts.size < 1000) inserts.set(shape, sql)
  prepared(db, sql).run(Object.values(row))
}

const insertStatement = (table: string, columns: readonly string[]) =>
  `INSERT INTO ${quoteName(table)} (${columns.map(quoteName).join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`

export const insertMany = (
  db: TenantDb,
  table: string,
  columns: readonly string[],
  many: number,
): TemporaryStatement =>
  prepareTemporary(
    db,
    `INSERT INTO ${quoteName(table)} (${columns.map(quoteName).join(', ')}) VALUES ${rowPlaceholders(columns.length, many)}`,
  )

const rowPlaceholders = (wide: number, many: number) =>
  Array(many)
    .fill(`(${Array(wide).fill('?').join(', ')})`)
    .join(', ')

// Which table and which columns are known only when a list is read.

export const keyRows = (db: TenantDb, table: string, columns: readonly string[]) =>
  prepared<Record<string, string | null> & { id: string }>(
    db,
    `SELECT ${['id', ...columns].map(quoteName).join(', ')} FROM ${quoteName(table)}`,
  ).all()

const boardsInUse = statement((q) =>
  q
    .select({ id: boards.id, name: boards.name, slug: boards.slug })
    .from(boards)
    .where(eq(boards.archived, false))
    .orderBy(asc(boards.rank), asc(boards.name)),
)

export const boardRows = (db: TenantDb) => boardsInUse.all(db)

export const importKeys = (db: TenantDb, noun: string) => keysOfNoun.all(db, { noun })

const keysOfNoun = statement((q, p: Params<{ noun: string }>) =>
  q
    .select({ key: import_keys.key, recordid: import_keys.recordid })
    .from(import_keys)
    .where(eq(import_keys.noun, p.noun)),
)

export const wholeRows = (db: TenantDb, table: string, columns: readonly string[]) =>
  prepared<Record<string, Value> & { id: string; version: number }>(
    db,
    `SELECT ${['id', 'version', ...columns].map(quoteName).join(', ')} FROM ${quoteName(table)}`,
  ).all()

export const updateMany = (
  db: TenantDb,
  table: string,
  columns: readonly string[],
  many: number,
): TemporaryStatement =>
  prepareTemporary(
    db,
    `UPDATE ${quoteName(table)} SET ${columns.map((name, at) => `${quoteName(name)} = r.column${at + 2}`).join(', ')}
     FROM (VALUES ${rowPlaceholders(columns.length + 1, many)}) AS r
     WHERE ${quoteName(table)}.id = r.column1 AND ${quoteName(table)}.version = r.column${columns.indexOf('version') + 2} - 1`,
  )

const bare = statement((q) =>
  q
    .select({
      id: jobs.id,
      boardid: jobs.boardid,
      status: jobs.status,
      day: sql<string>`coalesce(${jobs.completed}, substr(${jobs.created}, 1, 10))`,
    })
    .from(jobs)
    .where(
      and(
        sql`EXISTS (SELECT 1 FROM ${history} WHERE ${history.entity} = 'jobs' AND ${history.entityid} = ${jobs.id}
          AND ${history.field} = 'imported' AND ${history.item} = '')`,
        sql`NOT EXISTS (SELECT 1 FROM ${materials} WHERE ${materials.jobid} = ${jobs.id} AND ${materials.archived} = 0)`,
      ),
    ),
)

export const bareImportedJobs = (db: TenantDb) => bare.all(db)

const withLines = statement((q) =>
  q.selectDistinct({ jobid: materials.jobid }).from(materials).where(eq(materials.archived, false)),
)

export const jobsWithLines = (db: TenantDb) => withLines.all(db)

export const markJobsChanged = (db: TenantDb, ids: string, seq: number) =>
  prepared(db, 'UPDATE jobs SET seq = ? WHERE id IN (SELECT value FROM json_each(?))').run([seq, ids])

/** Rows of the statement before, without those of its triggers. */
export const countChanges = (db: TenantDb): number =>
  prepared<{ n: number }>(db, 'SELECT changes() AS n').get()?.n ?? 0
