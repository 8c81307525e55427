import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { randomUUIDv7 } from 'bun'
import { findMissingFile, lockPath } from './missing-files.ts'
import { closeFile, openFile, openReadOnly, type SqlFile } from './sqlite.ts'

/** A data folder that this process has locked: an id for the folder, and an epoch that grows at each start. */
export type DataFolder = { path: string; id: string; epoch: number; release(): void }

export const tenantPath = (folder: string, accountid: string) =>
  join(folder, 'tenants', `${accountid}.sqlite`)

export class DataFolderRefused extends Error {}

class FolderInUse extends DataFolderRefused {
  constructor(path: string) {
    super(`The data folder ${path} is in use by another Joblane. Stop that one first.`)
  }
}

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
  const file = refuseIfLocked(FolderInUse, path, () => openFile(lockPath(path), { create: true, busyms: 0 }))
  const { id, counter } = refuseIfLocked(FolderInUse, path, () => countStart(file))
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

/**
 * As one of several processes that serve the folder together: none of them starts beside a program that serves it
 * alone, and the first of them counts as a start of the folder. @throws DataFolderRefused
 */
export const shareDataFolder = (folder: string, options: LockOptions = {}): Promise<DataFolder> =>
  patiently(FolderInUse, () => {
    try {
      lockDataFolder(folder, options).release()
    } catch (error) {
      // Others share it already, or are about to: then it is counted by them.
      if (!(error instanceof FolderInUse)) throw error
    }
    return holdShared(resolve(folder))
  })

/** What another one that starts at the same time may hold it for. */
const SHARE_WAIT_MS = 2_000
const SHARE_AGAIN_MS = 20

async function patiently<T>(InUse: typeof FolderInUse | typeof CellInUse, run: () => T): Promise<T> {
  for (const until = performance.now() + SHARE_WAIT_MS; ; await Bun.sleep(SHARE_AGAIN_MS))
    try {
      return run()
    } catch (error) {
      if (!(error instanceof InUse) || performance.now() > until) throw error
    }
}

/** An open read keeps whoever wants the folder alone from having it, and nobody else. */
function holdShared(path: string): DataFolder {
  const file = refuseIfLocked(FolderInUse, path, () => openReadOnly(lockPath(path)))
  const row = refuseIfLocked(FolderInUse, path, () => {
    file.raw.run('BEGIN')
    return file.raw.query<{ id: string; counter: number }, []>('SELECT id, counter FROM cell').get()
  })
  if (!row) throw new FolderInUse(path)
  return { path, id: row.id, epoch: row.counter, release: () => closeFile(file) }
}

/** The start count of one of several processes, whose file nobody else may hold. */
export type CellLock = {
  readonly incarnation: number
  /** Its file was made by this start. */
  isNew: boolean
  raise(incarnation: number): void
  release(): void
}

const cellLockPath = (folder: string, cell: string) => join(folder, 'cells', `${cell}.sqlite`)

/**
 * Whoever looks whether a cell runs holds its file for a moment, which is no other cell.
 * @throws DataFolderRefused while another process is this cell, or its file is that of another
 */
export const lockCell = (folder: string, cell: string): Promise<CellLock> =>
  patiently(CellInUse, () => holdCell(folder, cell))

function holdCell(folder: string, cell: string): CellLock {
  const path = cellLockPath(folder, cell)
  mkdirSync(join(folder, 'cells'), { recursive: true })
  const isNew = !existsSync(path)
  const file = refuseIfLocked(CellInUse, cell, () => openFile(path, { create: true, busyms: 0 }))
  const { id, counter } = refuseIfLocked(CellInUse, cell, () => countStart(file, cell))
  if (id !== cell) {
    closeFile(file)
    throw new DataFolderRefused(
      `${path} is the file of ${id}, not of ${cell}: it was copied or renamed. Remove it and start ${cell} again.`,
    )
  }
  let incarnation = counter
  return {
    get incarnation() {
      return incarnation
    },
    isNew,
    raise(to) {
      file.raw.run('UPDATE cell SET counter = ?', [to])
      incarnation = to
    },
    release: () => closeFile(file),
  }
}

/** However it ended, a process holds its file no more once it is gone: no clock and no answer says it as surely. */
export const isCellRunning = (folder: string, cell: string): boolean => isHeld(cellLockPath(folder, cell))

/** By one process alone, be it a program that serves it or a command that changes it. */
export const isFolderHeld = (folder: string): boolean => isHeld(lockPath(folder))

function isHeld(path: string): boolean {
  if (!existsSync(path)) return false
  try {
    const file = openReadOnly(path)
    closeFile(file)
    return false
  } catch (error) {
    if (isLocked(error)) return true
    // What a kill left half is undone by who opens it next, and nobody holds it.
    if (/READONLY|CANTOPEN/.test((error as { code?: string }).code ?? '')) return false
    throw error
  }
}

class CellInUse extends DataFolderRefused {
  constructor(cell: string) {
    super(
      `${cell} runs already on this data folder, where each name has one process. Stop that one first, or start a cell by another --id.`,
    )
  }
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

const isLocked = (error: unknown) => String(error).includes('locked')

function refuseIfLocked<T>(InUse: typeof FolderInUse | typeof CellInUse, named: string, run: () => T): T {
  try {
    return run()
  } catch (error) {
    throw isLocked(error) ? new InUse(named) : error
  }
}

function countStart(file: SqlFile, named = randomUUIDv7()): { id: string; counter: number } {
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
  file.raw.run('INSERT INTO cell SELECT ?, 0 WHERE NOT EXISTS (SELECT 1 FROM cell)', [named])
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
