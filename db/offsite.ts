import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { migrate } from './migrate.ts'
import { offsiteMigrations } from './migrations/offsite.ts'
import { closeFile, openFile, openReadOnly } from './sqlite.ts'
import type { OffsiteDb } from './types.ts'

const offsitePath = (folder: string) => join(folder, 'offsite.sqlite')
const lockPath = (folder: string) => join(folder, 'offsite.lock')

/** How the off-site copies of a data folder stand. Beside the platform’s file, since writing there would be a change to copy. */
type OffsiteFile = { db: OffsiteDb; close(): void }

export function openOffsiteFile(folder: string): OffsiteFile {
  const file = openFile(offsitePath(folder), { create: true })
  try {
    migrate(file, offsiteMigrations)
    // What a power cut takes is found at the place again.
    file.raw.run('PRAGMA synchronous = NORMAL')
  } catch (error) {
    closeFile(file)
    throw error
  }
  return { db: file.db as OffsiteDb, close: () => closeFile(file) }
}

/** Null where there never were any. */
export function readOffsiteFile<T>(folder: string, run: (db: OffsiteDb) => T): T | null {
  if (!existsSync(offsitePath(folder))) return null
  const file = openReadOnly(offsitePath(folder))
  try {
    return run(file.db as OffsiteDb)
  } finally {
    closeFile(file)
  }
}

/** One process at a time copies a folder; freed however it ends. Null: another one does. */
export function lockOffsite(folder: string): (() => void) | null {
  try {
    const file = openFile(lockPath(folder), { create: true, busyms: 0 })
    // Exclusive locking keeps the lock after the commit, until the process ends.
    file.raw.run('PRAGMA journal_mode = DELETE')
    file.raw.run('PRAGMA locking_mode = EXCLUSIVE')
    file.raw.run('BEGIN EXCLUSIVE')
    file.raw.run('CREATE TABLE IF NOT EXISTS held (one INTEGER)')
    file.raw.run('COMMIT')
    return () => closeFile(file)
  } catch (error) {
    if (String(error).includes('locked')) return null
    throw error
  }
}

export function withOffsiteFile<T>(folder: string, run: (db: OffsiteDb) => T): T {
  const { db, close } = openOffsiteFile(folder)
  try {
    return run(db)
  } finally {
    close()
  }
}
