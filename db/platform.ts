import { join } from 'node:path'
import { reportDiskFault } from './disk-fault.ts'
import { GroupCommit } from './group-commit.ts'
import { migrate } from './migrate.ts'
import { platformMigrations } from './migrations/platform.ts'
import {
  beginAtOnce,
  closeFile,
  isBusy,
  nameFile,
  openFile,
  prepared,
  type SqlFile,
  WRITE_AGAIN_MS,
  WRITE_PATIENCE_MS,
} from './sqlite.ts'
import type { PlatformDb, PlatformTx } from './types.ts'

export type Platform = {
  /** Synchronous: the database must not be kept after the callback returns. */
  read<T>(run: (db: PlatformDb) => T): T
  write<T>(run: (tx: PlatformTx) => T): Promise<T>
  /** In steps, others answered between them. Reads see what was there before; other writes wait until it is over. */
  longWrite<T>(run: (tx: PlatformTx) => Promise<T>): Promise<T>
  onCommit(listener: () => void): void
  /** Grows with each commit, also of another process where several share the file. */
  changes(): number
  /** `changes` asks for what other processes have written once in each turn of the event loop, and once more from here on. */
  refresh(): void
  close(): void
}

/** People, sessions and accounts. Business data is never in the platform's file. */
export type PlatformAccess = Pick<Platform, 'read' | 'write' | 'longWrite'>

export const platformPath = (folder: string) => join(folder, 'platform.sqlite')

export function openPlatform(
  folder: string,
  clock: () => Date = () => new Date(),
  /** Other processes write to it too. */
  { shared = false } = {},
): Platform {
  const file = openFile(platformPath(folder), { create: true })
  try {
    migrate(file, platformMigrations)
  } catch (error) {
    closeFile(file)
    throw nameFile(error, file.path)
  }
  const db = file.db as PlatformDb
  const listeners: (() => void)[] = []
  let changes = 0
  const after = () => {
    changes++
    for (const listener of listeners) listener()
  }
  const writer = new PlatformWriter(file, clock, after, shared)
  const version = prepared<{ data_version: number }>(file.db, 'PRAGMA data_version')
  let seen = version.get()?.data_version
  // A request asks some fourteen times, and after each time it waits SQLite would lock the file anew.
  let isAsked = false
  const refresh = () => {
    isAsked = false
  }
  return {
    read(run) {
      try {
        return run(db)
      } catch (error) {
        reportDiskFault(error, file.path)
        throw isDamage(error) ? nameFile(error, file.path) : error
      }
    },
    write: (run) => writer.write(run),
    longWrite: (run) => writer.longWrite(run),
    onCommit: (listener) => listeners.push(listener),
    changes() {
      if (!shared) return changes
      if (isAsked) return changes
      isAsked = true
      setImmediate(refresh)
      const now = version.get()?.data_version
      if (now !== seen) changes++
      seen = now
      return changes
    },
    refresh,
    close: () => closeFile(file),
  }
}

const isDamage = (error: unknown) =>
  /^SQLITE_(CORRUPT|NOTADB)/.test((error as { code?: string } | null)?.code ?? '')

/** Short writes in its group commit, long ones in turn, never both at once. */
class PlatformWriter {
  private readonly commits: GroupCommit
  private readonly db: PlatformDb
  private last = Promise.resolve()
  private longWrites = 0

  constructor(
    private readonly file: SqlFile,
    private readonly clock: () => Date,
    private readonly after: () => void,
    patient: boolean,
  ) {
    this.db = file.db as PlatformDb
    this.commits = new GroupCommit(file, { after, patient })
  }

  async write<T>(run: (tx: PlatformTx) => T): Promise<T> {
    while (this.longWrites > 0) await this.last
    return this.commits.write(() => run({ db: this.db, now: this.now() }))
  }

  async longWrite<T>(run: (tx: PlatformTx) => Promise<T>): Promise<T> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const before = this.last
    this.last = promise
    this.longWrites++
    try {
      await before
      // What was asked for before is written before.
      if (!this.commits.idle()) await this.commits.write(() => {})
      const value = await inSteps(this.file.path, (db) => run({ db, now: this.now() }))
      this.after()
      return value
    } finally {
      this.longWrites--
      resolve()
    }
  }

  private now(): string {
    return this.clock().toISOString()
  }
}

/** One transaction that may wait in the middle: nobody else must write the file until it is over. */
async function inSteps<T>(path: string, run: (db: PlatformDb) => Promise<T>): Promise<T> {
  const { raw, db } = openFile(path)
  try {
    await begin({ raw })
    const value = await run(db as PlatformDb)
    raw.prepare('COMMIT').run()
    return value
  } catch (error) {
    reportDiskFault(error, path)
    throw error
  } finally {
    if (raw.inTransaction) raw.prepare('ROLLBACK').run()
    closeFile({ path, raw, db })
  }
}

/** @throws SQLITE_BUSY after a minute */
async function begin(file: Pick<SqlFile, 'raw'>) {
  const until = performance.now() + WRITE_PATIENCE_MS
  for (;;)
    try {
      return beginAtOnce(file)
    } catch (error) {
      if (!isBusy(error) || performance.now() > until) throw error
      await Bun.sleep(WRITE_AGAIN_MS)
    }
}
