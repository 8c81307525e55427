import { constants, Database, type SQLQueryBindings } from 'bun:sqlite'
import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { drizzle } from 'drizzle-orm/bun-sqlite'
import type { BaseSQLiteDatabase } from 'drizzle-orm/sqlite-core'

/** A synchronous drizzle database over one SQLite file. Only this module knows the driver. */
// biome-ignore lint/suspicious/noExplicitAny: drizzle leaves the run result of a driver open
export type Db = BaseSQLiteDatabase<'sync', any>
export type SqlFile = { readonly path: string; readonly raw: Database; readonly db: Db }

const clients = new WeakMap<Db, Database>()

/**
 * Opens a SQLite file with the pragmas every file of this program runs under.
 * @throws when the file is absent and `create` is not given: a typing error never makes an empty tenant.
 */
export function openFile(path: string, options: { create?: boolean; busyms?: number } = {}): SqlFile {
  if (!options.create && !existsSync(path)) throw new MissingFile(path)
  const raw = new Database(path, { create: options.create ?? false, readwrite: true, strict: true })
  try {
    raw.run(`PRAGMA busy_timeout = ${options.busyms ?? 5000}`)
    raw.run('PRAGMA journal_mode = WAL')
    raw.run('PRAGMA synchronous = FULL')
    raw.run('PRAGMA foreign_keys = ON')
  } catch (error) {
    raw.close()
    throw error
  }
  const db = drizzle(raw) as unknown as Db
  clients.set(db, raw)
  return { path, raw, db }
}

/** Opens a file for reading only, to copy or verify it beside a running server. */
export function openReadOnly(path: string): SqlFile {
  if (!existsSync(path)) throw new MissingFile(path)
  const raw = readOnly(path)
  const db = drizzle(raw) as unknown as Db
  clients.set(db, raw)
  return { path, raw, db }
}

function readOnly(path: string): Database {
  const raw = new Database(path, { readonly: true, strict: true })
  try {
    raw.query('SELECT 1 FROM sqlite_schema').get()
    return raw
  } catch (error) {
    raw.close()
    const { code = '' } = error as { code?: string }
    // A read-only disk has no room for the index of a log; without a log the file by itself is whole.
    if (!code.startsWith('SQLITE_CANTOPEN') || existsSync(`${path}-wal`)) throw error
    const { SQLITE_OPEN_READONLY, SQLITE_OPEN_URI } = constants
    return new Database(`${pathToFileURL(path)}?immutable=1`, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI)
  }
}

export class MissingFile extends Error {
  constructor(readonly path: string) {
    super(`The file ${path} does not exist.`)
  }
}

type Bindings = Record<string, SQLQueryBindings> | SQLQueryBindings[]

/**
 * A prepared statement of that file for hot paths, kept by its SQL text; drizzle prepares anew at each call,
 * which costs about a third of a list's time.
 */
export function prepared<Row>(db: Db, sql: string) {
  const statement = client(db).query<Row, SQLQueryBindings[]>(sql)
  const spread = (values: Bindings) =>
    (Array.isArray(values) ? values : [values]) as unknown as SQLQueryBindings[]
  return {
    all: (values: Bindings = []): Row[] => statement.all(...spread(values)),
    get: (values: Bindings = []): Row | null => statement.get(...spread(values)),
    values: (values: Bindings = []): unknown[][] => statement.values(...spread(values)),
    run: (values: Bindings = []) => statement.run(...spread(values)),
  }
}

/** The lines of EXPLAIN QUERY PLAN for a statement, for the tests that forbid full scans. */
export function queryPlan(db: Db, sql: string, values: SQLQueryBindings[] = []): string[] {
  return client(db)
    .query<{ detail: string }, SQLQueryBindings[]>(`EXPLAIN QUERY PLAN ${sql}`)
    .all(...values)
    .map((row) => row.detail)
}

/** Writes a consistent copy of a file that may be in use. */
export function copyFile(from: SqlFile, to: string) {
  from.raw.run('VACUUM INTO ?', [to])
}

export function closeFile(file: SqlFile) {
  file.raw.close(false)
}

function client(db: Db): Database {
  const raw = clients.get(db)
  if (!raw) throw new Error('This database was not opened by db/sqlite.ts.')
  return raw
}
