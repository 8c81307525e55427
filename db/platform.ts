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
  /** How many commits this process has made: what was read before is still true while this stays the same. */
  changes(): number
  close(): void
}

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
  const queue = groupCommit(file, {
    after: () => {
      changes++
      committed()
    },
  })
  return {
    read: (run) => run(db),
    write: (run) => queue(() => run({ db, now: clock().toISOString() })),
    changes: () => changes,
    close: () => closeFile(file),
  }
}
