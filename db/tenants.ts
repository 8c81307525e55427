import { type DataFolder, tenantPath } from './data-folder.ts'
import { type Placement, ServedElsewhere } from './placement.ts'
import { closeFile, openReadOnly, readInPassing, readSteadily } from './sqlite.ts'
import { type TenantFile, tenantFileExists } from './tenant-file.ts'
import { TenantFiles } from './tenant-files.ts'
import { type LongWrites, TenantWriter } from './tenant-writer.ts'
import type { Tx } from './transact.ts'
import { type Actor, type TenantDb, type TenantEvent, withClock } from './types.ts'
import type { TenantFileRef, WriteResult } from './write-in-thread.ts'

export type { Tx } from './transact.ts'

type Opened = (accountid: string, db: TenantDb) => void
type Committed = (accountid: string, events: TenantEvent[]) => void

/** Callbacks are synchronous, but for `longWrite`, and must not keep the database. */
export type Tenants = {
  read<T>(accountid: string, run: (db: TenantDb) => T): T
  /** Leaves the file open or closed as it was: for a look into many files one after another. */
  glance<T>(accountid: string, run: (db: TenantDb) => T): T
  /** As `glance`, also into a file that another process serves: what it has committed by now. */
  look<T>(accountid: string, run: (db: TenantDb) => T): T
  write<T>(accountid: string, by: Actor, run: (tx: Tx) => T): Promise<T>
  /** In a thread, by `writeInThread`. Reads see what was there before; other writes wait until it is over. */
  longWrite<T>(accountid: string, by: Actor, run: (ref: TenantFileRef) => Promise<WriteResult<T>>): Promise<T>
  fileRef(accountid: string, by: Actor): TenantFileRef
  onCommit(listener: Committed): void
  /** Of a file that is opened, also anew. */
  onOpen(listener: Opened): void
  finish(): Promise<void>
  create(accountid: string, name: string): void
  exists(accountid: string): boolean
  path(accountid: string): string
  position(accountid: string): { seq: number; referenceVersion: number }
  /** Whether this process serves it: always, unless several serve the folder. */
  isMine(accountid: string): boolean
  /** Lets another process serve it: settles once nothing of this one stands open. */
  release(accountid: string): Promise<void>
  close(accountid: string): void
  /**
   * Of the files that were not used since the call before frees what they can do without, and closes those beyond
   * `kept` or unused for five calls: an open file holds about 0.65 MB for its schema, and to open it takes 4 ms.
   */
  closeUnused(): Promise<void>
  freePages(): void
  closeAll(): void
  open(): number
  openIds(): string[]
}

export function openTenants(options: {
  dataFolder: DataFolder
  clock?: () => Date
  /** Open files at most; opening one takes about 4 ms. */
  limit?: number
  /** Unused ones that stay open for some minutes. */
  kept?: number
  placement?: Placement
}): Tenants {
  const { dataFolder, clock = () => new Date(), limit = 400, kept = 64, placement } = options
  const listeners: Committed[] = []
  const publish: Committed = (accountid, events) => {
    for (const listener of listeners) listener(accountid, events)
  }
  const longWrites: LongWrites = new Map()
  const isHeld = (accountid: string) => longWrites.has(accountid)
  const openListeners: Opened[] = []
  const opened: Opened = (accountid, db) => {
    for (const listener of openListeners) listener(accountid, db)
  }
  const files = new TenantFiles({ dataFolder, limit, kept, clock, isHeld, publish, opened, placement })
  const writer = new TenantWriter({ files, longWrites, clock, publish })
  const isMine = (accountid: string) => placement?.isMine(accountid) ?? true
  const reads = tenantReads(files)
  return {
    ...reads,
    look: (accountid, run) =>
      isMine(accountid) ? reads.glance(accountid, run) : lookBeside(dataFolder, accountid, clock, run),
    isMine,
    async release(accountid) {
      while (longWrites.has(accountid)) await longWrites.get(accountid)
      await files.release(accountid)
    },
    write: (accountid, by, run) => writer.write(accountid, by, run),
    longWrite: (accountid, by, run) => writer.longWrite(accountid, by, run),
    fileRef: (accountid, by) => writer.fileRef(accountid, by),
    onCommit: (listener) => listeners.push(listener),
    onOpen: (listener) => openListeners.push(listener),
    finish: () => writer.finish(),
    create(accountid, name) {
      if (!isMine(accountid)) throw new ServedElsewhere(accountid)
      if (tenantFileExists(dataFolder.path, accountid))
        throw new Error(`The file of account ${accountid} exists already.`)
      files.create(accountid).sqlite.raw.run('UPDATE tenant SET name = ?', [name])
    },
    exists: (accountid) => tenantFileExists(dataFolder.path, accountid),
    path: (accountid) => files.path(accountid),
    position(accountid) {
      const { seq, referenceVersion } = files.use(accountid)
      return { seq, referenceVersion }
    },
    close: (accountid) => files.close(accountid),
    closeUnused: () => files.closeUnused(),
    freePages: () => files.freePages(),
    closeAll: () => files.closeAll(),
    open: () => files.size,
    openIds: () => files.openIds(),
  }
}

function tenantReads(files: TenantFiles): Pick<Tenants, 'read' | 'glance'> {
  const readFile = <T>({ db, sqlite }: TenantFile, run: (db: TenantDb) => T): T =>
    readSteadily(sqlite, () => run(db))

  const read = <T>(accountid: string, run: (db: TenantDb) => T): T => {
    try {
      return readFile(files.use(accountid), run)
    } catch (error) {
      throw files.failed(accountid, error)
    }
  }

  return {
    read,
    glance(accountid, run) {
      const open = files.peek(accountid)
      try {
        // Not through `use`: a glance is no use that would keep a file open longer than another.
        return open
          ? readInPassing(open.sqlite, () => readFile(open, run))
          : readFile(files.use(accountid), run)
      } catch (error) {
        throw files.failed(accountid, error)
      } finally {
        if (!open && files.peek(accountid)?.commits.idle()) files.close(accountid)
      }
    },
  }
}

/** On a connection of its own, since what is kept by an open file holds only where all of its writes pass. */
function lookBeside<T>(
  folder: DataFolder,
  accountid: string,
  clock: () => Date,
  run: (db: TenantDb) => T,
): T {
  const file = openReadOnly(tenantPath(folder.path, accountid))
  try {
    return run(withClock(file.db, clock))
  } finally {
    closeFile(file)
  }
}
