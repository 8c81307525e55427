import { constants, Database, type SQLQueryBindings, type Statement } from 'bun:sqlite'
import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { drizzle } from 'drizzle-orm/bun-sqlite'
import type { BaseSQLiteDatabase } from 'drizzle-orm/sqlite-core'
import { bindAsExpressions } from './bound-parameters.ts'
import { timeStatement } from './slow-statements.ts'
import { StatementCache } from './statement-cache.ts'
import { TableChanges, type TablesUsed, tablesUsed } from './table-changes.ts'

/** A synchronous drizzle database over one SQLite file. Only this module knows the driver. */
// biome-ignore lint/suspicious/noExplicitAny: drizzle leaves the run result of a driver open
export type Db = BaseSQLiteDatabase<'sync', any>
export type SqlFile = { readonly path: string; readonly raw: Database; readonly db: Db }

const clients = new WeakMap<Db, Database>()

/** What a statement waits for a file that another connection holds. */
const LOCK_WAIT_MS = 5_000

/** Of an account's file in use, at most; SQLite's own 2 000 hold too little of what some people ask for at once. */
const CACHE_KB = 8_000

/** Between two tries for a file that another process writes, and how long they go on. */
export const WRITE_AGAIN_MS = 2
export const WRITE_PATIENCE_MS = 60_000

type OpenOptions = {
  create?: boolean
  busyms?: number
  /** For short writes that share a commit: what could be undone of one alone is kept in memory, not in a file. */
  shortwrites?: boolean
}

/** @throws when the file is absent without `create`: a typing error never makes an empty tenant */
export function openFile(path: string, options: OpenOptions = {}): SqlFile {
  if (!options.create && !existsSync(path)) throw new MissingFile(path)
  const raw = new Database(path, { create: options.create ?? false, readwrite: true, strict: true })
  try {
    raw.run(`PRAGMA busy_timeout = ${options.busyms ?? LOCK_WAIT_MS}`)
    raw.run('PRAGMA journal_mode = WAL')
    raw.run('PRAGMA synchronous = FULL')
    raw.run('PRAGMA foreign_keys = ON')
    // Else each savepoint writes every page that it changes into a file: two thirds of all bytes of a move.
    if (options.shortwrites) raw.run('PRAGMA temp_store = MEMORY')
    if (options.shortwrites) raw.run(`PRAGMA cache_size = -${CACHE_KB}`)
  } catch (error) {
    raw.close()
    throw nameFile(error, path)
  }
  if (options.shortwrites) followTables(raw).statements.share()
  return createSqlFile(path, raw)
}

export function openReadOnly(path: string): SqlFile {
  if (!existsSync(path)) throw new MissingFile(path)
  return createSqlFile(path, readOnly(path))
}

function createSqlFile(path: string, raw: Database): SqlFile {
  // Drizzle prepares each statement anew; given the cached ones it costs less, and the file can really be closed.
  raw.prepare = ((sql: string) => statement(raw, sql)) as Database['prepare']
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
    if (!code.startsWith('SQLITE_CANTOPEN') || existsSync(`${path}-wal`)) throw nameFile(error, path)
    const { SQLITE_OPEN_READONLY, SQLITE_OPEN_URI } = constants
    return new Database(`${pathToFileURL(path)}?immutable=1`, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI)
  }
}

/** A file that ought to be there is not: never made anew, since an empty one would look like lost data. */
export class MissingFile extends Error {
  constructor(readonly path: string) {
    super(`The file ${path} does not exist.`)
  }
}

/** SQLite does not say which file it found damaged. */
export const nameFile = (error: unknown, path: string): unknown =>
  error instanceof Error ? Object.assign(error, { path }) : error

type AnyStatement = Statement<unknown, SQLQueryBindings[]>
type Known = { run: AnyStatement; uses?: TablesUsed }
type Cache = {
  statements: StatementCache<Known>
  /** Of a file whose statements say which tables they change. */
  tables?: TableChanges
  /** While something reads steadily: whether its transaction has begun. */
  steady?: { begun: boolean }
}
const caches = new WeakMap<Database, Cache>()

function statement(raw: Database, sql: string): AnyStatement {
  const cache = caches.get(raw) ?? addCache(raw)
  const { statements, steady } = cache
  if (steady && !steady.begun) begin(raw, steady)
  const { run, uses } = statements.get(sql) ?? statements.add(sql, prepareTimed(raw, sql, cache))
  if (uses) cache.tables?.uses(uses)
  return run
}

/** Whatever is run past the cached statements may change any table. */
function followTables(raw: Database): Cache {
  const cache = addCache(raw)
  const tables = new TableChanges()
  cache.tables = tables
  raw.run = (...given) => {
    if (!given[0].startsWith('PRAGMA ')) tables.changedAll()
    return Database.prototype.run.apply(raw, given)
  }
  return cache
}

export const tableChanges = (db: Db): TableChanges | undefined => caches.get(client(db))?.tables

function addCache(raw: Database): Cache {
  const cache: Cache = { statements: new StatementCache() }
  caches.set(raw, cache)
  return cache
}

/** What an open file can do without until it is used again: its statements, and the pages that it has read. */
export function freeMemory(file: SqlFile) {
  caches.get(file.raw)?.statements.clear()
  freePages(file)
}

export const freePages = ({ raw }: SqlFile) => raw.run('PRAGMA shrink_memory')

function prepareTimed(raw: Database, sql: string, { tables }: Cache): Known {
  const text = bindAsExpressions(sql)
  const one = Database.prototype.prepare.call(raw, text) as AnyStatement
  return {
    run: timeStatement(one, sql, raw.filename),
    uses: tables && tablesUsed(raw, text, (asked) => askOnce(raw, asked)),
  }
}

function askOnce(raw: Database, text: string) {
  using one = Database.prototype.prepare.call(raw, text)
  return one.all() as Record<string, unknown>[]
}

export class ClosedFile extends Error {
  constructor(readonly path: string) {
    super(`The file ${path} was closed.`)
  }
}

type Bindings = Record<string, SQLQueryBindings> | SQLQueryBindings[]

const spread = (values: Bindings) => (Array.isArray(values) ? values : [values]) as SQLQueryBindings[]

/** To run at once: it may have to make room for another. */
export const cachedStatement = (db: Db, sql: string) => statement(client(db), sql)

export function prepared<Row>(db: Db, sql: string) {
  const cached = () => cachedStatement(db, sql) as Statement<Row, SQLQueryBindings[]>
  return {
    all: (values: Bindings = []): Row[] => cached().all(...spread(values)),
    get: (values: Bindings = []): Row | null => cached().get(...spread(values)),
    values: (values: Bindings = []): unknown[][] => cached().values(...spread(values)),
    /** One row after another, however many there are: only where nothing else runs on the connection. */
    iterate: (values: Bindings = []): IterableIterator<Row> => cached().iterate(...spread(values)),
    run: (values: Bindings = []) => cached().run(...spread(values)),
  }
}

export type TemporaryStatement = { run(values: SQLQueryBindings[]): void; done(): void }

/** A statement beside the cached ones, for a caller that runs it a few times and then gives back what it holds. */
export function prepareTemporary(db: Db, sql: string): TemporaryStatement {
  const raw = client(db)
  const one = Database.prototype.prepare.call(raw, bindAsExpressions(sql)) as AnyStatement
  return {
    run(values) {
      caches.get(raw)?.tables?.changedAll()
      one.run(...([values] as never[]))
    },
    done: () => one.finalize(),
  }
}

export function queryPlan(db: Db, sql: string, values: SQLQueryBindings[] = []): string[] {
  return client(db)
    .query<{ detail: string }, SQLQueryBindings[]>(`EXPLAIN QUERY PLAN ${bindAsExpressions(sql)}`)
    .all(...values)
    .map((row) => row.detail)
}

/** Without SQLite's own wait for another writer, which would hold everybody up. @throws as `isBusy` tells */
export function beginAtOnce({ raw }: Pick<SqlFile, 'raw'>) {
  raw.run('PRAGMA busy_timeout = 0')
  try {
    raw.prepare('BEGIN IMMEDIATE').run()
  } finally {
    raw.run(`PRAGMA busy_timeout = ${LOCK_WAIT_MS}`)
  }
}

/** Another process writes the file. */
export const isBusy = (error: unknown) => (error as { code?: string } | null)?.code === 'SQLITE_BUSY'

/**
 * Lets `run` see one state of the file, also when another connection commits in the middle of it. The file is locked once,
 * at the first statement: to lock it for each takes longer than most of them take.
 */
export function readSteadily<T>({ raw }: SqlFile, run: () => T): T {
  const cache = caches.get(raw) ?? addCache(raw)
  if (cache.steady || raw.inTransaction) return run()
  const steady = { begun: false }
  cache.steady = steady
  try {
    return run()
  } finally {
    cache.steady = undefined
    if (steady.begun) endReading(raw)
  }
}

function begin(raw: Database, steady: { begun: boolean }) {
  steady.begun = true
  raw.prepare('BEGIN').run()
}

function endReading(raw: Database) {
  try {
    if (raw.inTransaction) raw.prepare('COMMIT').run()
  } catch {
    // A read that found the file damaged has closed it.
  }
}

/** For a look that does not come again soon: no statement is kept that it prepares. */
export const readInPassing = <T>({ raw }: SqlFile, run: () => T): T =>
  (caches.get(raw) ?? addCache(raw)).statements.passing(run)

export function copyFile(from: SqlFile, to: string) {
  from.raw.run('VACUUM INTO ?', [to])
}

export function closeFile({ raw }: SqlFile) {
  caches.get(raw)?.statements.close()
  caches.delete(raw)
  raw.close(false)
}

function client(db: Db): Database {
  const raw = clients.get(db)
  if (!raw) throw new Error('This database was not opened by db/sqlite.ts.')
  return raw
}
