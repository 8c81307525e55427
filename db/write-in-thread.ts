import { rmSync, statSync } from 'node:fs'
import { readStoredPosition } from './queries/position.ts'
import { closeFile, copyFile, MissingFile, openFile, openReadOnly, type SqlFile } from './sqlite.ts'
import { type CommittedWrite, type Tx, transact } from './transact.ts'
import { type Actor, type TenantEvent, withClock } from './types.ts'

/** Plain data, since it is posted. */
export type TenantFileRef = {
  path: string
  inode: number
  cellepoch: number
  accountid: string
  by: Actor
  now: string
}
export type WriteResult<T> = { value: T; events: TenantEvent[] }

/** Everybody else waits for the one who holds the file; only a tool from outside can be in the way. */
const BUSY_MS = 5_000

export const openInThread = ({ path }: TenantFileRef): SqlFile => openFile(path, { busyms: BUSY_MS })

/** In a thread, while `longWrite` of db/tenants.ts lets nobody else write. On disk, all or nothing, when this returns. */
export function writeInThread<T>(file: SqlFile, ref: TenantFileRef, run: (tx: Tx) => T): WriteResult<T> {
  const { path, inode } = ref
  try {
    file.raw.run('BEGIN IMMEDIATE')
    const wrote = runIn(file, ref, run)
    // SQLite goes on writing to a file that was deleted or replaced, and all of it would be lost.
    if (readInode(path) !== inode) throw new MissingFile(path)
    file.raw.run('COMMIT')
    return wrote
  } finally {
    undoOpen(file)
  }
}

/** Holds nobody up. */
export function readInThread<T>(ref: TenantFileRef, run: (tx: Tx) => T): T {
  const file = openReadOnly(ref.path)
  try {
    file.raw.run('BEGIN')
    return run(readOnlyTx(file, ref))
  } finally {
    undoOpen(file)
    closeFile(file)
  }
}

/** Writes to a copy, made at `path` and deleted again, and so holds nobody up either. */
export function tryOnCopy<T>(ref: TenantFileRef, path: string, run: (tx: Tx) => T): T {
  removeCopy(path)
  try {
    const original = openReadOnly(ref.path)
    try {
      copyFile(original, path)
    } finally {
      closeFile(original)
    }
    const copy = openFile(path)
    try {
      copy.raw.run('PRAGMA synchronous = OFF')
      copy.raw.run('BEGIN IMMEDIATE')
      return runIn(copy, ref, run).value
    } finally {
      undoOpen(copy)
      closeFile(copy)
    }
  } finally {
    removeCopy(path)
  }
}

function removeCopy(path: string) {
  for (const end of ['', '-wal', '-shm']) rmSync(`${path}${end}`, { force: true })
}

function runIn<T>(file: SqlFile, ref: TenantFileRef, run: (tx: Tx) => T): WriteResult<T> {
  const { accountid, by, now, cellepoch } = ref
  const db = withClock(file.db, () => new Date(now))
  const open: CommittedWrite = { db, ...readStoredPosition(db), cellepoch, events: [] }
  return { value: transact(open, accountid, by, now, run), events: open.events }
}

const readOnlyTx = (file: SqlFile, { accountid, by, now }: TenantFileRef): Tx => ({
  db: withClock(file.db, () => new Date(now)),
  accountid,
  by,
  now,
  seq: 0,
  publish: () => {},
  invalidateCaches: () => {},
})

function undoOpen({ raw }: SqlFile) {
  if (raw.inTransaction) raw.run('ROLLBACK')
}

export const readInode = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.ino
