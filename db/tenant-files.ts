import { type DataFolder, tenantPath } from './data-folder.ts'
import { reportDiskFault } from './disk-fault.ts'
import { NewerFile } from './migrate.ts'
import type { Placed, Placement } from './placement.ts'
import { ClosedFile, closeFile, freeMemory, freePages, MissingFile, readInPassing } from './sqlite.ts'
import { openTenantFile, type TenantFile } from './tenant-file.ts'
import { Superseded } from './transact.ts'
import type { TenantDb, TenantEvent } from './types.ts'

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

const RETRY_AFTER_MS = 2_000
/** Calls of `closeUnused` after which a file is closed that nobody used. */
const KEPT_ROUNDS = 5
/** Of the open files so many may hold pages at a time, up to 8 MB each. To read them again takes some tenths of a millisecond. */
const HOLDING = 32

type Options = {
  dataFolder: DataFolder
  limit: number
  /** Of those that nobody used since the call before, so many stay open for a while. */
  kept: number
  clock: () => Date
  /** While a thread writes a file, opening it anew would have to wait for it. */
  isHeld: (accountid: string) => boolean
  publish: (accountid: string, events: TenantEvent[]) => void
  opened: (accountid: string, db: TenantDb) => void
  placement?: Placement
}

export class TenantFiles {
  // Map keeps insertion order: what is used moves to the end, so the first is the least recently used.
  private readonly files = new Map<string, TenantFile>()
  private readonly failures = new Map<string, { until: number; cause: unknown }>()
  private newest: TenantFile | undefined
  /** Those that hold pages, the least recently used first. */
  private readonly holding = new Set<TenantFile>()
  private round = 0

  constructor(private readonly options: Options) {}

  get size(): number {
    return this.files.size
  }

  openIds(): string[] {
    return [...this.files.keys()]
  }

  /** @throws TenantUnavailable */
  use(accountid: string): TenantFile {
    const file = this.files.get(accountid)
    if (!file) return this.open(accountid)
    // One request asks some twenty times.
    if (file !== this.newest) {
      this.files.delete(accountid)
      this.files.set(accountid, file)
      this.setNewest(file)
    }
    file.usedInRound = this.round
    file.restedFor = 0
    return file
  }

  peek(accountid: string): TenantFile | undefined {
    return this.files.get(accountid)
  }

  path(accountid: string): string {
    return tenantPath(this.options.dataFolder.path, accountid)
  }

  create(accountid: string): TenantFile {
    return this.opened(accountid, true, this.options.placement?.require(accountid))
  }

  close(accountid: string) {
    const file = this.files.get(accountid)
    if (!file) return
    this.files.delete(accountid)
    this.holding.delete(file)
    closeFile(file.sqlite)
  }

  /** Opens no more for those who ask from now on; what was queued before is still written. */
  async release(accountid: string) {
    const file = this.files.get(accountid)
    if (!file) return
    this.files.delete(accountid)
    this.holding.delete(file)
    if (!file.commits.idle()) await file.commits.write(() => {})
    closeFile(file.sqlite)
  }

  closeAll() {
    for (const accountid of [...this.files.keys()]) this.close(accountid)
  }

  /** A file that turns out damaged, full or read-only in use is closed, so that the next request looks anew. */
  failed(accountid: string, error: unknown): unknown {
    if (!isFileError(error)) return error
    reportDiskFault(error, this.path(accountid))
    // What was closed already may be open anew by now, with the writes of others in its queue.
    if (!(error instanceof ClosedFile)) this.close(accountid)
    return new TenantUnavailable(accountid, error)
  }

  private open(accountid: string): TenantFile {
    // Before all else: of a file that another process serves nothing is known here.
    const placed = this.options.placement?.require(accountid)
    const failed = this.failures.get(accountid)
    if (failed && failed.until > Date.now()) throw new TenantUnavailable(accountid, failed.cause)
    return this.opened(accountid, false, placed)
  }

  private opened(accountid: string, create: boolean, placed?: Placed): TenantFile {
    const { dataFolder, clock, publish } = this.options
    try {
      const file = openTenantFile(dataFolder, accountid, {
        create,
        clock,
        placed,
        publish: (events) => publish(accountid, events),
      })
      this.failures.delete(accountid)
      file.usedInRound = this.round
      this.files.set(accountid, file)
      this.setNewest(file)
      this.closeIdle()
      // What they look for stands in few files, once at most.
      readInPassing(file.sqlite, () => this.options.opened(accountid, file.db))
      return file
    } catch (cause) {
      reportDiskFault(cause, this.path(accountid))
      this.failures.set(accountid, { until: Date.now() + RETRY_AFTER_MS, cause })
      throw new TenantUnavailable(accountid, cause)
    }
  }

  private setNewest(file: TenantFile) {
    this.newest = file
    this.holding.delete(file)
    this.holding.add(file)
    if (this.holding.size <= HOLDING) return
    const oldest = this.holding.values().next().value as TenantFile
    this.holding.delete(oldest)
    if (!oldest.sqlite.raw.inTransaction) freePages(oldest.sqlite)
  }

  private closeIdle() {
    for (const [accountid, file] of this.files) {
      if (this.files.size <= this.options.limit) return
      if (this.isIdle(accountid, file)) this.close(accountid)
    }
  }

  /** One after another, others answered between them. */
  async closeUnused() {
    const round = this.round++
    for (const [accountid, file] of [...this.files]) {
      const unusedFor = round - file.usedInRound
      if (unusedFor < 1 || this.files.get(accountid) !== file || !this.isIdle(accountid, file)) continue
      if (unusedFor >= KEPT_ROUNDS || this.files.size > this.options.kept) this.close(accountid)
      else if (unusedFor === 1) freeMemory(file.sqlite)
      await new Promise((done) => setImmediate(done))
    }
  }

  /** Of the files that were not used since the call before: to read them again takes some tenths of a millisecond. */
  freePages() {
    for (const [accountid, file] of this.files)
      if (++file.restedFor === 2 && this.isIdle(accountid, file)) freePages(file.sqlite)
  }

  private isIdle = (accountid: string, { commits }: TenantFile) =>
    commits.idle() && !this.options.isHeld(accountid)
}

function isFileError(error: unknown): boolean {
  if ([MissingFile, NewerFile, ClosedFile, Superseded].some((kind) => error instanceof kind)) return true
  const code = (error as { code?: string } | null)?.code ?? ''
  return /^SQLITE_(CORRUPT|NOTADB|IOERR|FULL|READONLY|CANTOPEN|BUSY|LOCKED|PROTOCOL)/.test(code)
}
