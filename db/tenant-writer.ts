import type { TenantFiles } from './tenant-files.ts'
import { type Tx, transact } from './transact.ts'
import type { Actor, TenantEvent } from './types.ts'
import type { TenantFileRef, WriteResult } from './write-in-thread.ts'

/** What would have begun to write while the program ends: nothing of it was done. */
export class ProgramEnds extends Error {}

export type LongWrites = Map<string, Promise<void>>

type Parts = {
  files: TenantFiles
  longWrites: LongWrites
  clock: () => Date
  publish: (accountid: string, events: TenantEvent[]) => void
}

/** Short writes in their group commits, long ones in threads, never both at once. */
export class TenantWriter {
  private finishing = false

  constructor(private readonly parts: Parts) {}

  async write<T>(accountid: string, by: Actor, run: (tx: Tx) => T): Promise<T> {
    const { files, longWrites, clock } = this.parts
    while (longWrites.has(accountid)) await this.waitFor(accountid)
    const file = files.use(accountid)
    try {
      return await file.commits.write(() => transact(file, accountid, by, clock().toISOString(), run))
    } catch (error) {
      throw files.failed(accountid, error)
    }
  }

  fileRef(accountid: string, by: Actor): TenantFileRef {
    const { sqlite, inode, cellepoch } = this.parts.files.use(accountid)
    return { path: sqlite.path, inode, cellepoch, accountid, by, now: this.parts.clock().toISOString() }
  }

  async longWrite<T>(
    accountid: string,
    by: Actor,
    run: (ref: TenantFileRef) => Promise<WriteResult<T>>,
  ): Promise<T> {
    const { files, longWrites, publish } = this.parts
    while (longWrites.has(accountid)) await this.waitFor(accountid)
    if (this.finishing) throw new ProgramEnds()
    const { promise, resolve } = Promise.withResolvers<void>()
    longWrites.set(accountid, promise)
    let result: WriteResult<T> | undefined
    let before: number | undefined
    try {
      const { commits } = files.use(accountid)
      // What came before is written before.
      if (!commits.idle()) await commits.write(() => {})
      before = files.use(accountid).seq
      result = await run(this.fileRef(accountid, by))
      return result.value
    } finally {
      this.catchUp(accountid)
      longWrites.delete(accountid)
      const seq = files.peek(accountid)?.seq ?? before
      if (result?.events.length) publish(accountid, result.events)
      // It committed, and what it would have told did not arrive.
      else if (!result && before !== undefined && seq !== undefined && seq > before)
        publish(accountid, [{ seq, event: 'Reload', args: [] }])
      resolve()
    }
  }

  /** Whoever waits looks again after it: another may have begun. @throws ProgramEnds */
  private async waitFor(accountid: string) {
    await this.parts.longWrites.get(accountid)
    if (this.finishing) throw new ProgramEnds()
  }

  async finish() {
    this.finishing = true
    await Promise.all(this.parts.longWrites.values())
  }

  /** Also what a thread committed whose answer did not arrive. */
  private catchUp(accountid: string) {
    const { files } = this.parts
    try {
      files.peek(accountid)?.readCounters()
    } catch {
      // Opened anew, it says what is wrong to whoever asks next.
      files.close(accountid)
    }
  }
}
