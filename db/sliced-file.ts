import { closeFile, readSteadily, type SqlFile } from './sqlite.ts'
import type { Tx } from './transact.ts'
import { type TenantEvent, withClock } from './types.ts'
import { openInThread, type TenantFileRef, writeInThread } from './write-in-thread.ts'

/** A full slice: so long others wait at least. */
const SLICE_MS = 25
/** Between two looks at the clock. What they queue is stored by one statement. */
const MAX_STEPS = 100

export type WriteStep = () => void
export type WriteLock = { stop: boolean; end(events: TenantEvent[]): void }

export class SlicesStopped extends Error {}

type SliceOptions = {
  /** Stores what steps have queued, and the journal of it. */
  flush(): void
  progress?: (steps: number) => void
  /** Goes on when it is asked to stop. */
  toEnd?: boolean
}

/** In a thread: short transactions, between which others write. */
export class SlicedFile {
  /** Its number is that of the slice; nothing is published but by `announce`. */
  readonly tx: Tx
  readonly #file: SqlFile
  #slice: Tx | undefined
  #size = 10

  constructor(
    private readonly ref: TenantFileRef,
    private readonly takeTurn: () => Promise<WriteLock>,
  ) {
    this.#file = openInThread(ref)
    // While others write, not while they wait.
    this.#file.raw.run('PRAGMA wal_autocheckpoint = 0')
    this.tx = this.#createTx()
  }

  /** One state of the file; holds nobody up. */
  read<T>(run: (tx: Tx) => T): T {
    return readSteadily(this.#file, () => run(this.tx))
  }

  /** When a step throws its slice is undone, and those before it are not. @throws SlicesStopped */
  async write(steps: Iterable<WriteStep>, { flush, progress, toEnd = false }: SliceOptions): Promise<void> {
    const rest = steps[Symbol.iterator]()
    let next = rest.next()
    let done = 0
    const runSome = () => {
      for (let n = 0; n < this.#size && !next.done; n++, done++, next = rest.next()) next.value()
      flush()
      return next.done !== true
    }
    while (!next.done) {
      await this.#writeSlice(runSome, toEnd)
      progress?.(done)
      this.#file.raw.run('PRAGMA wal_checkpoint(PASSIVE)')
    }
  }

  readonly announce = (event: string, args: unknown[]) => {
    this.#slice?.publish(event, args)
  }

  close() {
    closeFile(this.#file)
  }

  async #writeSlice(runSome: () => boolean, toEnd: boolean) {
    const turn = await this.takeTurn()
    let events: TenantEvent[] = []
    try {
      if (turn.stop && !toEnd) throw new SlicesStopped()
      const wrote = writeInThread(this.#file, this.ref, (tx) => {
        this.#slice = tx
        this.#runUntilFull(runSome)
      })
      events = wrote.events
    } finally {
      this.#slice = undefined
      turn.end(events)
    }
  }

  #runUntilFull(runSome: () => boolean) {
    const start = performance.now()
    for (let before = start, more = true; more; ) {
      more = runSome()
      const now = performance.now()
      // One step may take a thousand times as long as another.
      const fitting = Math.floor((this.#size * SLICE_MS) / 4 / Math.max(now - before, 0.01))
      this.#size = Math.max(1, Math.min(fitting, this.#size * 4, MAX_STEPS))
      before = now
      if (now - start > SLICE_MS) return
    }
  }

  #createTx(): Tx {
    const { accountid, by, now } = this.ref
    const slice = () => this.#slice
    return {
      db: withClock(this.#file.db, () => new Date(now)),
      accountid,
      by,
      now,
      get seq() {
        return slice()?.seq ?? 0
      },
      publish: () => {},
      invalidateCaches: () => slice()?.invalidateCaches(),
    }
  }
}
