import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { type Migration, migrate } from './migrate.ts'
import { closeFile, openFile } from './sqlite.ts'

const migrated = new WeakMap<readonly Migration[], Uint8Array>()

/**
 * A file with all steps behind it, as bytes that were made once: the steps together hold the event loop for some
 * 40 ms, and for longer with each that comes. It has its name only once the disk has all of it.
 */
export function writeNewFile(path: string, migrations: Migration[]) {
  const bytes = newFileBytes(migrations)
  const unfinished = `${path}.new`
  writeFileSync(unfinished, bytes, { mode: 0o600, flush: true })
  renameSync(unfinished, path)
  // Windows has no way to sync a folder, and needs none.
  if (process.platform !== 'win32') syncFolder(dirname(path))
}

/** Asked for before the first file is needed, it spares whoever waits for that file. */
export function newFileBytes(migrations: readonly Migration[]): Uint8Array {
  const bytes = migrated.get(migrations) ?? migratedBytes([...migrations])
  migrated.set(migrations, bytes)
  return bytes
}

function syncFolder(path: string) {
  const folder = openSync(path, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}

function migratedBytes(migrations: Migration[]): Uint8Array {
  const file = openFile(':memory:', { create: true })
  try {
    migrate(file, migrations)
    return file.raw.serialize()
  } finally {
    closeFile(file)
  }
}
