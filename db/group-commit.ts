import { reportDiskFault } from './disk-fault.ts'
import { beginAtOnce, ClosedFile, isBusy, type SqlFile, WRITE_AGAIN_MS, WRITE_PATIENCE_MS } from './sqlite.ts'

type Queued = { run: () => unknown; done: (value: unknown) => void; failed: (error: unknown) => void }
type Settled = { job: Queued; ok: boolean; value: unknown }

type Hooks = {
  before?: () => void
  /** Runs once the batch is on disk, before anybody is told. */
  after?: () => void
  /** Runs when the disk refused the batch. */
  undone?: () => void
  /** Another process may hold the file: asked again and again, while this one answers others. */
  patient?: boolean
  /** In milliseconds, as `performance.now`. */
  clock?: () => number
}

/** A turn of the event loop that answered somebody. */
const BUSY_MS = 0.25

/** What a write waits at most for others to come along. */
const LONGEST_MS = 50

/** Those of other accounts wait for the rest of a batch no longer than this, or than twice its commit, where a disk is slow. */
const BATCH_MS = 4

/** One fsync for sixteen people; a callback that throws undoes only itself. Nobody hears "saved" before the commit. */
export class GroupCommit {
  private queue: Queued[] = []
  private scheduled = false
  /** What the last commit took of the disk. */
  private commitMs = 0

  constructor(
    private readonly file: SqlFile,
    private readonly hooks: Hooks = {},
  ) {}

  private now(): number {
    return this.hooks.clock?.() ?? performance.now()
  }

  idle(): boolean {
    return this.queue.length === 0
  }

  write<T>(run: () => T): Promise<T> {
    return new Promise<T>((done, failed) => {
      this.queue.push({ run, done: done as (value: unknown) => void, failed })
      if (this.scheduled) return
      this.scheduled = true
      // One turn more: who was just answered and asks again at once still comes along.
      setImmediate(() => this.drainOnceIdle(this.now()))
    })
  }

  /** While turns of the loop take long, others are at work whose writes come along: fewer commits for all of them. */
  private drainOnceIdle(began: number, turned = began) {
    setImmediate(() => {
      const now = this.now()
      if (now - turned < BUSY_MS || now - began > LONGEST_MS) this.drain()
      else this.drainOnceIdle(began, now)
    })
  }

  private drain(since = this.now()) {
    if (this.hooks.patient && !this.begins() && this.now() - since < WRITE_PATIENCE_MS) {
      setTimeout(() => this.drain(since), WRITE_AGAIN_MS)
      return
    }
    const settled = this.commit()
    if (settled.some((one) => one.ok)) this.hooks.after?.()
    this.scheduled = this.queue.length > 0
    if (this.scheduled) setImmediate(() => this.drain())
    for (const { job, ok, value } of settled) ok ? job.done(value) : job.failed(value)
  }

  private commit(): Settled[] {
    const settled: Settled[] = []
    const batch: Queued[] = []
    const until = this.now() + Math.max(BATCH_MS, 2 * this.commitMs)
    try {
      this.hooks.before?.()
      if (!this.file.raw.inTransaction) this.say('BEGIN IMMEDIATE')
      do {
        const job = this.queue.shift() as Queued
        batch.push(job)
        settled.push(this.attempt(job))
      } while (this.queue.length > 0 && this.now() < until)
      const began = this.now()
      this.say('COMMIT')
      this.commitMs = this.now() - began
      return settled
    } catch (error) {
      reportDiskFault(error, this.file.path)
      const value = this.rolledBack() ? error : new ClosedFile(this.file.path)
      // The disk refused: nothing of this batch is saved, also what had gone well so far, and what waits fares no better.
      batch.push(...this.queue.splice(0))
      return batch.map((job, i) => (settled[i]?.ok === false ? settled[i] : { job, ok: false, value }))
    }
  }

  /** False while another process writes. */
  private begins(): boolean {
    try {
      beginAtOnce(this.file)
      return true
    } catch (error) {
      // What else is wrong the commit itself says.
      return !isBusy(error)
    }
  }

  /** False when the file was closed under the batch, as one that a read found damaged: then SQLite has undone it. */
  private rolledBack(): boolean {
    try {
      if (this.file.raw.inTransaction) this.say('ROLLBACK')
      this.hooks.undone?.()
      return true
    } catch {
      return false
    }
  }

  private attempt(job: Queued): Settled {
    this.say('SAVEPOINT one')
    try {
      const value = job.run()
      if (value instanceof Promise) throw new Error('A write callback must be synchronous.')
      this.say('RELEASE one')
      return { job, ok: true, value }
    } catch (error) {
      reportDiskFault(error, this.file.path)
      // Full disks and I/O errors make SQLite roll the whole transaction back by itself.
      if (!this.file.raw.inTransaction) throw error
      this.say('ROLLBACK TO one')
      this.say('RELEASE one')
      return { job, ok: false, value: error }
    }
  }

  private say(sql: string) {
    this.file.raw.prepare(sql).run()
  }
}
