import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { DataFolder } from './data-folder.ts'
import { groupCommit, type Writer } from './group-commit.ts'
import { migrate, NewerFile, schemaVersion } from './migrate.ts'
import { tenantMigrations } from './migrations/tenant.ts'
import { readPosition } from './queries/position.ts'
import { ClosedFile, closeFile, MissingFile, openFile, readSteadily, type SqlFile } from './sqlite.ts'
import { type Tx, transact } from './transact.ts'
import type { Actor, TenantDb, TenantEvent } from './types.ts'
import { inodeOf, type TenantFileRef, type WriteResult } from './write-in-thread.ts'

export type { Tx } from './transact.ts'

/** The file cannot be used now: this tenant is down, and only this one. */
export class TenantUnavailable extends Error {
  constructor(
    readonly accountid: string,
    override readonly cause: unknown,
  ) {
    super(
      `The data of account ${accountid} cannot be opened: ${cause instanceof Error ? cause.message : cause}`,
    )
  }
}

/** The only door to the tenants' files. Callbacks are synchronous, but for `longWrite`, and must not keep the database. */
export type Tenants = {
  read<T>(accountid: string, run: (db: TenantDb) => T): T
  /** Reads, and leaves the file open or closed as it was: for a look into many files one after another. */
  glance<T>(accountid: string, run: (db: TenantDb) => T): T
  write<T>(accountid: string, by: Actor, run: (tx: Tx) => T): Promise<T>
  /**
   * For a write that takes long: `run` has a thread do it by `writeInThread`, on a connection of its own, and answers when
   * the thread has closed it. Reads go on meanwhile and see what was there before; other writes wait until it is over.
   */
  longWrite<T>(accountid: string, by: Actor, run: (ref: TenantFileRef) => Promise<WriteResult<T>>): Promise<T>
  /** The file, opened, as a thread is told of it. */
  fileRef(accountid: string, by: Actor): TenantFileRef
  /** Waits for the threads that write, and lets no other begin. */
  finish(): Promise<void>
  create(accountid: string, name: string): void
  exists(accountid: string): boolean
  path(accountid: string): string
  /** The change counters, for what is kept by id and version. */
  position(accountid: string): { seq: number; referenceVersion: number }
  close(accountid: string): void
  closeAll(): void
  open(): number
}

type Handle = {
  file: SqlFile
  /** Which file on the disk it is, whatever stands under its name later. */
  inode: number
  db: TenantDb
  queue: Writer & { idle(): boolean }
  seq: number
  referenceVersion: number
  events: TenantEvent[]
}

/** Where an account's file stands in a data folder. */
export const tenantPath = (folder: string, accountid: string) =>
  join(folder, 'tenants', `${accountid}.sqlite`)

const ACCOUNT_ID = /^[0-9a-f-]{36}$/
const RETRY_AFTER_MS = 2_000

/** The accounts' files of a data folder. Each is opened when it is first asked for, and brought up to date then. */
export function openTenants(options: {
  dataFolder: DataFolder
  publish?: (accountid: string, events: TenantEvent[]) => void
  clock?: () => Date
  /** Open files kept at most; an idle one costs about 240 kB and reopening about 1 ms. */
  limit?: number
}): Tenants {
  const { dataFolder, publish = () => {}, clock = () => new Date(), limit = 400 } = options
  const handles = new Map<string, Handle>()
  const longWrites = new Map<string, Promise<void>>()
  let finishing = false
  const failures = new Map<string, { until: number; cause: unknown }>()

  function handle(accountid: string): Handle {
    const open = handles.get(accountid)
    if (open) {
      // Map keeps insertion order: moving it to the end makes the first one the least recently used.
      handles.delete(accountid)
      handles.set(accountid, open)
      return open
    }
    const failed = failures.get(accountid)
    if (failed && failed.until > Date.now()) throw new TenantUnavailable(accountid, failed.cause)
    return opened(accountid)
  }

  function opened(accountid: string, create = false): Handle {
    try {
      const made = openHandle(accountid, create)
      failures.delete(accountid)
      handles.set(accountid, made)
      closeIdle()
      return made
    } catch (cause) {
      failures.set(accountid, { until: Date.now() + RETRY_AFTER_MS, cause })
      throw new TenantUnavailable(accountid, cause)
    }
  }

  function openHandle(accountid: string, create: boolean): Handle {
    if (!ACCOUNT_ID.test(accountid)) throw new MissingFile(accountid)
    // Only outside tools can hold a lock here; waiting long for one would stop every other tenant.
    const file = openFile(tenantPath(dataFolder.path, accountid), { create, busyms: 250 })
    try {
      // What a broken copy leaves behind would otherwise become a new account without anybody's rights.
      if (!create && schemaVersion(file) === 0) throw new Error('the file is empty')
      migrate(file, tenantMigrations)
      const { change_seq, catalogue_seq } = claim(file, accountid, dataFolder)
      const made: Handle = {
        file,
        inode: inodeOf(file.path) ?? 0,
        db: file.db as TenantDb,
        queue: undefined as never,
        seq: change_seq,
        referenceVersion: catalogue_seq,
        events: [],
      }
      made.queue = groupCommit(file, {
        before: () => checkInPlace(made),
        after: () => {
          const events = made.events
          made.events = []
          if (events.length > 0) publish(accountid, events)
        },
      })
      return made
    } catch (error) {
      closeFile(file)
      throw error
    }
  }

  function closeIdle() {
    for (const [accountid, { queue }] of handles) {
      if (handles.size <= limit) return
      // While a thread writes, opening the file anew would have to wait for it.
      if (queue.idle() && !longWrites.has(accountid)) close(accountid)
    }
  }

  function close(accountid: string) {
    const open = handles.get(accountid)
    if (!open) return
    handles.delete(accountid)
    closeFile(open.file)
  }

  /** A file that turns out damaged, full or read-only while in use is closed, so that the next request looks anew. */
  function guarded<T>(accountid: string, run: () => T): T {
    try {
      return run()
    } catch (error) {
      if (!isFileTrouble(error)) throw error
      // What was closed already may be open anew by now, with the writes of others in its queue.
      if (!(error instanceof ClosedFile)) close(accountid)
      throw new TenantUnavailable(accountid, error)
    }
  }

  async function write<T>(accountid: string, by: Actor, run: (tx: Tx) => T): Promise<T> {
    while (longWrites.has(accountid)) await longWrites.get(accountid)
    const open = handle(accountid)
    try {
      return await open.queue(() => transact(open, accountid, by, clock().toISOString(), run))
    } catch (error) {
      return guarded(accountid, () => {
        throw error
      })
    }
  }

  const fileRef = (accountid: string, by: Actor): TenantFileRef => {
    const { file, inode } = handle(accountid)
    return { path: file.path, inode, accountid, by, now: clock().toISOString() }
  }

  async function longWrite<T>(
    accountid: string,
    by: Actor,
    run: (ref: TenantFileRef) => Promise<WriteResult<T>>,
  ): Promise<T> {
    while (longWrites.has(accountid)) await longWrites.get(accountid)
    if (finishing) throw new ClosedFile(tenantPath(dataFolder.path, accountid))
    const { promise, resolve } = Promise.withResolvers<void>()
    longWrites.set(accountid, promise)
    let wrote: WriteResult<T> | undefined
    try {
      const { queue } = handle(accountid)
      // What came before is written before.
      if (!queue.idle()) await queue(() => {})
      wrote = await run(fileRef(accountid, by))
      return wrote.value
    } finally {
      catchUp(accountid)
      longWrites.delete(accountid)
      if (wrote?.events.length) publish(accountid, wrote.events)
      resolve()
    }
  }

  /** What a thread committed counts here as well, also that of one whose answer did not arrive. */
  function catchUp(accountid: string) {
    const open = handles.get(accountid)
    try {
      if (open) Object.assign(open, readPosition(open.db))
    } catch {
      // Opened anew, it says what is wrong to whoever asks next.
      close(accountid)
    }
  }

  const read = <T>(accountid: string, run: (db: TenantDb) => T): T =>
    guarded(accountid, () => {
      const { db, file } = handle(accountid)
      return longWrites.has(accountid) ? readSteadily(file, () => run(db)) : run(db)
    })

  return {
    read,
    glance(accountid, run) {
      const open = handles.get(accountid)
      // Not through `handle`: a glance is no use that would keep a file open longer than another.
      if (open)
        return longWrites.has(accountid) ? read(accountid, run) : guarded(accountid, () => run(open.db))
      try {
        return read(accountid, run)
      } finally {
        if (handles.get(accountid)?.queue.idle()) close(accountid)
      }
    },
    write,
    longWrite,
    fileRef: (accountid, by) => guarded(accountid, () => fileRef(accountid, by)),
    create(accountid, name) {
      if (existsSync(tenantPath(dataFolder.path, accountid)))
        throw new Error(`The file of account ${accountid} exists already.`)
      const { file } = opened(accountid, true)
      file.raw.run('UPDATE tenant SET name = ?', [name])
    },
    exists: (accountid) => ACCOUNT_ID.test(accountid) && existsSync(tenantPath(dataFolder.path, accountid)),
    path: (accountid) => tenantPath(dataFolder.path, accountid),
    position(accountid) {
      const { seq, referenceVersion } = handle(accountid)
      return { seq, referenceVersion }
    },
    close,
    async finish() {
      finishing = true
      await Promise.all(longWrites.values())
    },
    closeAll: () => [...handles.keys()].forEach(close),
    open: () => handles.size,
  }
}

/** Refuses a file of another tenant, of another installation, or from a later start of this one. */
function claim(file: SqlFile, accountid: string, dataFolder: DataFolder) {
  file.raw.run(
    'INSERT INTO tenant (id, owner_cell, owner_epoch) SELECT ?, ?, ? WHERE NOT EXISTS (SELECT 1 FROM tenant)',
    [accountid, dataFolder.id, dataFolder.epoch],
  )
  const row = file.raw
    .query<
      { id: string; change_seq: number; catalogue_seq: number; owner_cell: string; owner_epoch: number },
      []
    >('SELECT id, change_seq, catalogue_seq, owner_cell, owner_epoch FROM tenant')
    .get()
  if (!row || row.id !== accountid)
    throw new Error(`the file holds the data of account ${row?.id ?? '(none)'}`)
  if (row.owner_cell !== '' && row.owner_cell !== dataFolder.id)
    throw new Error('the file belongs to another installation; bring it in with "joblane unpack"')
  if (row.owner_epoch > dataFolder.epoch)
    throw new Error('the file is newer than this data folder, which is an older copy')
  if (row.owner_cell !== dataFolder.id || row.owner_epoch !== dataFolder.epoch)
    file.raw.run('UPDATE tenant SET owner_cell = ?, owner_epoch = ?', [dataFolder.id, dataFolder.epoch])
  return row
}

/** SQLite goes on writing to a file that was deleted or replaced, and all of it would be lost. */
function checkInPlace({ file, inode }: Handle) {
  if (inodeOf(file.path) !== inode) throw new MissingFile(file.path)
}

function isFileTrouble(error: unknown): boolean {
  if ([MissingFile, NewerFile, ClosedFile].some((trouble) => error instanceof trouble)) return true
  const code = (error as { code?: string } | null)?.code ?? ''
  return /^SQLITE_(CORRUPT|NOTADB|IOERR|FULL|READONLY|CANTOPEN|BUSY|LOCKED|PROTOCOL)/.test(code)
}
