import { ClosedFile, type SqlFile } from './sqlite.ts'

type Queued = { run: () => unknown; done: (value: unknown) => void; failed: (error: unknown) => void }

/** Runs a synchronous callback inside the file's next transaction; settles after that transaction is on disk. */
export type Writer = <T>(run: () => T) => Promise<T>

/**
 * One writer for one file. Everything queued in a turn of the event loop shares one BEGIN IMMEDIATE … COMMIT, so
 * that sixteen people pay for one fsync, and each callback has a savepoint of its own, so that one that throws
 * undoes only itself. Nobody hears "saved" before the commit. `before` may refuse a whole batch by throwing;
 * `after` runs once it is on disk, before anybody is told.
 */
export function groupCommit(
  { raw, path }: SqlFile,
  { before = () => {}, after = () => {} }: { before?: () => void; after?: () => void } = {},
): Writer & { idle(): boolean } {
  const say = (sql: string) => raw.prepare(sql).run()
  let queue: Queued[] = []
  let scheduled = false

  function drain() {
    scheduled = false
    const batch = queue
    queue = []
    const settled = commit(batch)
    if (settled.some((one) => one.ok)) after()
    for (const { job, ok, value } of settled) ok ? job.done(value) : job.failed(value)
  }

  function commit(batch: Queued[]): Settled[] {
    const settled: Settled[] = []
    try {
      before()
      say('BEGIN IMMEDIATE')
      for (const job of batch) settled.push(attempt(job))
      say('COMMIT')
      return settled
    } catch (error) {
      const value = rolledBack() ? error : new ClosedFile(path)
      // The disk refused: nothing of this batch is saved, also what had gone well so far.
      return batch.map((job, i) => (settled[i]?.ok === false ? settled[i] : { job, ok: false, value }))
    }
  }

  /** False when the file was closed under the batch, as one that a read found damaged: then SQLite has undone it. */
  function rolledBack(): boolean {
    try {
      if (raw.inTransaction) say('ROLLBACK')
      return true
    } catch {
      return false
    }
  }

  function attempt(job: Queued): Settled {
    say('SAVEPOINT one')
    try {
      const value = job.run()
      if (value instanceof Promise) throw new Error('A write callback must be synchronous.')
      say('RELEASE one')
      return { job, ok: true, value }
    } catch (error) {
      // Full disks and I/O errors make SQLite roll the whole transaction back by itself.
      if (!raw.inTransaction) throw error
      say('ROLLBACK TO one')
      say('RELEASE one')
      return { job, ok: false, value: error }
    }
  }

  const write = <T>(run: () => T) =>
    new Promise<T>((done, failed) => {
      queue.push({ run, done: done as (value: unknown) => void, failed })
      if (!scheduled) {
        scheduled = true
        // One turn more: who was just answered and asks again at once still comes along.
        setImmediate(() => setImmediate(drain))
      }
    })
  return Object.assign(write, { idle: () => queue.length === 0 })
}

type Settled = { job: Queued; ok: boolean; value: unknown }
