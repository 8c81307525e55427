import { existsSync } from 'node:fs'
import { type DataFolder, tenantPath } from './data-folder.ts'
import { GroupCommit } from './group-commit.ts'
import { migrate, schemaVersion } from './migrate.ts'
import { tenantMigrations } from './migrations/tenant.ts'
import { writeNewFile } from './new-file.ts'
import type { Placed } from './placement.ts'
import { cacheChangeCounters, readStoredPosition } from './queries/position.ts'
import { closeFile, freePages, MissingFile, openFile, type SqlFile, tableChanges } from './sqlite.ts'
import type { CommittedWrite } from './transact.ts'
import { type TenantDb, type TenantEvent, withClock } from './types.ts'
import { readInode } from './write-in-thread.ts'

const ACCOUNT_ID = /^[0-9a-f-]{36}$/
/** Only outside tools can hold a lock here; waiting long for one would stop every other tenant. */
const BUSY_MS = 250

export class TenantFile implements CommittedWrite {
  readonly db: TenantDb
  /** Which file on the disk it is, whatever stands under its name later. */
  readonly inode: number
  readonly commits: GroupCommit
  readonly cellepoch: number
  seq = 0
  referenceVersion = 0
  events: TenantEvent[] = []
  usedInRound = 0
  /** Calls of `freePages` since it was used. */
  restedFor = 0

  constructor(
    readonly sqlite: SqlFile,
    clock: () => Date,
    publish: (events: TenantEvent[]) => void,
  ) {
    this.db = withClock(sqlite.db, clock)
    this.inode = readInode(sqlite.path) ?? 0
    this.cellepoch = readOwner(sqlite)?.cell_epoch ?? 0
    this.readCounters()
    cacheChangeCounters(this.db, this)
    this.commits = new GroupCommit(sqlite, {
      before: () => this.checkInPlace(),
      after: () => {
        const { events } = this
        this.events = []
        if (events.length > 0) publish(events)
      },
      undone: () => this.forgetUndone(),
    })
  }

  /** After what others wrote, or what was undone. */
  readCounters() {
    tableChanges(this.db)?.changedAll()
    const { seq, referenceVersion } = readStoredPosition(this.db)
    this.seq = seq
    this.referenceVersion = referenceVersion
  }

  private forgetUndone() {
    this.events = []
    this.readCounters()
  }

  /** SQLite goes on writing to a file that was deleted or replaced, and all of it would be lost. */
  private checkInPlace() {
    const { path } = this.sqlite
    if (readInode(path) !== this.inode) throw new MissingFile(path)
  }
}

export const tenantFileExists = (folder: string, accountid: string) =>
  ACCOUNT_ID.test(accountid) && existsSync(tenantPath(folder, accountid))

type OpenOptions = {
  create: boolean
  clock: () => Date
  publish: (events: TenantEvent[]) => void
  /** Where several processes serve the folder. */
  placed?: Placed
}

export function openTenantFile(
  dataFolder: DataFolder,
  accountid: string,
  { create, clock, publish, placed }: OpenOptions,
): TenantFile {
  if (!ACCOUNT_ID.test(accountid)) throw new MissingFile(accountid)
  const path = tenantPath(dataFolder.path, accountid)
  if (create) writeNewFile(path, tenantMigrations)
  const file = openFile(path, { busyms: BUSY_MS, shortwrites: true })
  try {
    // What a broken copy leaves behind would otherwise become a new account without anybody's rights.
    if (schemaVersion(file) === 0) throw new Error(`the file ${file.path} is empty`)
    migrate(file, tenantMigrations)
    claim(file, accountid, dataFolder, placed)
    const opened = new TenantFile(file, clock, publish)
    // Those of the schema, which is read now: 220 kB that nobody asks for again.
    freePages(file)
    return opened
  } catch (error) {
    closeFile(file)
    throw error
  }
}

type Owner = { id: string; owner_cell: string; owner_epoch: number; cell: string; cell_epoch: number }

const readOwner = (file: SqlFile) =>
  file.raw.query<Owner, []>('SELECT id, owner_cell, owner_epoch, cell, cell_epoch FROM tenant').get()

function claim(file: SqlFile, accountid: string, { id, epoch }: DataFolder, placed?: Placed) {
  file.raw.run(
    'INSERT INTO tenant (id, owner_cell, owner_epoch) SELECT ?, ?, ? WHERE NOT EXISTS (SELECT 1 FROM tenant)',
    [accountid, id, epoch],
  )
  const row = readOwner(file)
  if (!row || row.id !== accountid)
    throw new Error(`the file holds the data of account ${row?.id ?? '(none)'}`)
  if (row.owner_cell !== '' && row.owner_cell !== id)
    throw new Error('the file belongs to another installation; bring it in with "joblane unpack"')
  if (row.owner_epoch > epoch)
    throw new Error('the file is newer than this data folder, which is an older copy')
  if (row.owner_cell !== id || row.owner_epoch !== epoch)
    file.raw.run('UPDATE tenant SET owner_cell = ?, owner_epoch = ?', [id, epoch])
  if (placed) claimPlace(file, row, placed)
}

/** From here on whoever served it before commits nothing: see `transact`. */
function claimPlace(file: SqlFile, row: Owner, { cell, epoch }: Placed) {
  if (row.cell_epoch > epoch || (row.cell_epoch === epoch && row.cell !== cell))
    throw new Error(
      `its placement is stale: platform.sqlite says ${cell} (${epoch}), but ${row.cell} (${row.cell_epoch}) has served the file since; put the newest platform.sqlite back`,
    )
  if (row.cell_epoch !== epoch) file.raw.run('UPDATE tenant SET cell = ?, cell_epoch = ?', [cell, epoch])
}
