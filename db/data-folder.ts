import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { randomUUIDv7 } from 'bun'
import { findMissingFile, lockPath } from './missing-files.ts'
import { closeFile, openFile, type SqlFile } from './sqlite.ts'

/** A data folder that this process has locked: an id for the folder, and an epoch that grows at each start. */
export type DataFolder = { path: string; id: string; epoch: number; release(): void }

export const tenantPath = (folder: string, accountid: string) =>
  join(folder, 'tenants', `${accountid}.sqlite`)

export class DataFolderRefused extends Error {}

type LockOptions = {
  acceptRollback?: boolean
  /** For a restore, which brings what is missing. */
  acceptMissingFiles?: boolean
}

/** A folder whose start count is below that of `<folder>.witness` is an older copy. @throws DataFolderRefused */
export function lockDataFolder(folder: string, options: LockOptions = {}): DataFolder {
  const path = resolve(folder)
  if (!options.acceptMissingFiles) refuseMissingFiles(path)
  makeFolder(path)
  const file = refuseIfLocked(path, () => openFile(lockPath(path), { create: true, busyms: 0 }))
  const { id, counter } = refuseIfLocked(path, () => countStart(file))
  const recorded = readStartCounter(path, id)
  if (recorded >= counter && !options.acceptRollback) {
    closeFile(file)
    throw new DataFolderRefused(
      `The data folder ${path} is an older copy of itself: it was last started ${recorded} times, this copy only ${counter - 1}. Put the newest copy back, or start once with --accept-rollback to go on from this one.`,
    )
  }
  const epoch = Math.max(counter, recorded + 1)
  if (epoch !== counter) file.raw.run('UPDATE cell SET counter = ?', [epoch])
  writeStartCounter(path, id, epoch)
  return { path, id, epoch, release: () => closeFile(file) }
}

/** @throws DataFolderRefused */
export function refuseMissingFiles(path: string) {
  const missing = findMissingFile(path)
  if (missing) throw new DataFolderRefused(missing)
}

function makeFolder(path: string) {
  try {
    mkdirSync(join(path, 'tenants'), { recursive: true })
  } catch (error) {
    const { code = '' } = error as { code?: string }
    if (!['ENOENT', 'ENOTDIR', 'EEXIST'].includes(code)) throw error
    throw new DataFolderRefused(`The data folder ${path} cannot be made there. Choose another with --data.`)
  }
}

function refuseIfLocked<T>(path: string, run: () => T): T {
  try {
    return run()
  } catch (error) {
    if (!String(error).includes('locked')) throw error
    throw new DataFolderRefused(`The data folder ${path} is in use by another Joblane. Stop that one first.`)
  }
}

function countStart(file: SqlFile): { id: string; counter: number } {
  try {
    // Exclusive locking keeps the lock after the commit, until the process ends, however it ends.
    file.raw.run('PRAGMA journal_mode = DELETE')
    file.raw.run('PRAGMA locking_mode = EXCLUSIVE')
    file.raw.run('BEGIN EXCLUSIVE')
  } catch (error) {
    closeFile(file)
    throw error
  }
  file.raw.run('CREATE TABLE IF NOT EXISTS cell (id TEXT NOT NULL, counter INTEGER NOT NULL)')
  file.raw.run('INSERT INTO cell SELECT ?, 0 WHERE NOT EXISTS (SELECT 1 FROM cell)', [randomUUIDv7()])
  const row = file.raw
    .query<{ id: string; counter: number }, []>('UPDATE cell SET counter = counter + 1 RETURNING id, counter')
    .get()
  file.raw.run('COMMIT')
  return row as { id: string; counter: number }
}

function readStartCounter(path: string, id: string): number {
  if (!existsSync(`${path}.witness`)) return 0
  const [folderid, counter] = readFileSync(`${path}.witness`, 'utf8').trim().split(' ')
  return folderid === id ? Number(counter) || 0 : 0
}

function writeStartCounter(path: string, id: string, counter: number) {
  try {
    writeFileSync(`${path}.witness`, `${id} ${counter}\n`)
  } catch {
    // Beside the folder may be read-only; the exclusive lock and the tenants' epochs still hold.
  }
}
