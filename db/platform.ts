import { join } from 'node:path'
import { groupCommit } from './group-commit.ts'
import { migrate } from './migrate.ts'
import { platformMigrations } from './migrations/platform.ts'
import { closeFile, openFile } from './sqlite.ts'
import type { PlatformDb, PlatformTx } from './types.ts'

export type Platform = {
  /** Synchronous: the database must not be kept after the callback returns. */
  read<T>(run: (db: PlatformDb) => T): T
  /** One transaction; settles after it is on disk. */
  write<T>(run: (tx: PlatformTx) => T): Promise<T>
  /**
   * For a write that takes long: it goes in steps, others are answered between them, and all of it is one transaction on
   * a connection of its own. Reads go on meanwhile and see what was there before; other writes wait until it is over.
   */
  longWrite<T>(run: (tx: PlatformTx) => Promise<T>): Promise<T>
  /** How many commits this process has made: what was read before is still true while this stays the same. */
  changes(): number
  close(): void
}

/** Where the platform's file stands in a data folder. */
export const platformPath = (folder: string) => join(folder, 'platform.sqlite')

/** Opens the one file of what belongs to no tenant, creating and migrating it. `committed` hears of every commit. */
export function openPlatform(
  folder: string,
  clock: () => Date = () => new Date(),
  committed: () => void = () => {},
): Platform {
  const file = openFile(platformPath(folder), { create: true })
  migrate(file, platformMigrations)
  const db = file.db as PlatformDb
  let changes = 0
  let before = Promise.resolve()
  let longWrites = 0
  const after = () => {
    changes++
    committed()
  }
  const queue = groupCommit(file, { after })
  const now = () => clock().toISOString()

  async function longWrite<T>(run: (tx: PlatformTx) => Promise<T>): Promise<T> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const turn = before
    before = promise
    longWrites++
    try {
      await turn
      // What was asked for before is written before.
      if (!queue.idle()) await queue(() => {})
      const value = await inSteps(file.path, (own) => run({ db: own, now: now() }))
      after()
      return value
    } finally {
      longWrites--
      resolve()
    }
  }

  return {
    read: (run) => run(db),
    async write(run) {
      while (longWrites > 0) await before
      return queue(() => run({ db, now: now() }))
    },
    longWrite,
    changes: () => changes,
    close: () => closeFile(file),
  }
}

/** One transaction that may wait in the middle: nobody else must write the file until it is over. */
async function inSteps<T>(path: string, run: (db: PlatformDb) => Promise<T>): Promise<T> {
  const { raw, db } = openFile(path)
  try {
    raw.prepare('BEGIN IMMEDIATE').run()
    const value = await run(db as PlatformDb)
    raw.prepare('COMMIT').run()
    return value
  } finally {
    if (raw.inTransaction) raw.prepare('ROLLBACK').run()
    closeFile({ path, raw, db })
  }
}
