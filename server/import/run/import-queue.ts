import { findUnfinished } from '#db/queries/settings/imports.ts'
import type { Tenants } from '#db/tenants.ts'
import type { Actor } from '#db/types.ts'
import { Problem } from '#server/errors.ts'
import type { UndoResult } from '#server/import/undo/undo-import.ts'
import { logUnexpected } from '#server/log.ts'
import type { LeftOut } from '#views/ui/synced-list.tsx'
import { ImportCancelled } from './import-thread.ts'
import { importThreadQueue } from './import-thread-queue.ts'
import type { ListRun } from './list-run.ts'
import type { StagedImport, StagedImportStore } from './staged-imports.ts'
import { runListInWorker, undoInWorker } from './worker-client.ts'
import type { OnRows } from './worker-messages.ts'

type ImportTask = {
  kind: ListRun['kind'] | 'undo'
  phase: 'waiting' | 'reading' | 'writing' | 'done' | 'cancelled' | 'failed'
  done: number
  /** 0 while it is not known. */
  total: number
  /** Why it failed. */
  sentence?: string
  undone?: UndoResult
  leftout?: LeftOut
}

type RunningTask = ImportTask & { stop: AbortController; undoing?: Promise<UndoResult> }

const TASK_RETENTION_MS = 600_000

export class ImportQueue {
  readonly #writing = new Map<string, Promise<void>>()
  readonly #tasks = new Map<string, RunningTask>()

  constructor(
    private readonly tenants: Tenants,
    private readonly stagedImports: StagedImportStore,
    private readonly turns = importThreadQueue,
  ) {}

  /** Whoever waits for it hears when it is over, well or not: its task says which. @throws 503 when too many of the account wait */
  start(accountid: string, by: Actor, staged: StagedImport, kind: ListRun['kind']): Promise<void> {
    const key = `${accountid} ${staged.id}`
    const current = this.#tasks.get(key)
    if (current && isRunning(current)) {
      if (current.kind !== 'dryRun') return Promise.resolve()
      current.stop.abort(new ImportCancelled())
    }
    const task = { ...newTask(kind, staged.inspection.total), kind }
    const requester = { accountid, userid: by.userid ?? '', signal: task.stop.signal }
    const entry = this.turns.open(requester)
    this.#tasks.set(key, task)
    const run = () => this.#runList(accountid, by, staged, task)
    const done = entry.run(() => (kind === 'dryRun' ? run() : this.#alone(accountid, run)))
    return settle(task, done).finally(() => {
      entry.end()
      this.#forgetLater(key, task)
    })
  }

  /** Of one whose end was answered already. */
  forget(accountid: string, id: string) {
    this.#tasks.delete(`${accountid} ${id}`)
  }

  #forgetLater(key: string, task: RunningTask) {
    setTimeout(() => this.#tasks.get(key) === task && this.#tasks.delete(key), TASK_RETENTION_MS).unref()
  }

  task(accountid: string, id: string): ImportTask | undefined {
    return this.#tasks.get(`${accountid} ${id}`)
  }

  /** @throws 409 while it is being taken back */
  cancel(accountid: string, id: string) {
    const task = this.#tasks.get(`${accountid} ${id}`)
    if (task?.undoing && isRunning(task))
      throw new Problem(409, 'This import is being taken back, which goes on to its end.')
    task?.stop.abort(new ImportCancelled())
  }

  /** Whoever asks while it is being taken back hears of the same. @throws 409 while it runs; what `undoImport` throws */
  undo(accountid: string, by: Actor, id: string): Promise<UndoResult> {
    const key = `${accountid} ${id}`
    const current = this.#tasks.get(key)
    if (current?.undoing && isRunning(current)) return current.undoing
    if (current && isRunning(current))
      throw new Problem(409, 'This import is not over yet. Stop it, or take it back once it is over.')
    const task = newTask('undo', 0)
    const requester = { accountid, userid: by.userid ?? '' }
    const undo = async () => {
      task.phase = 'writing'
      task.undone = await this.#undo(accountid, by, id, (done, total) => Object.assign(task, { done, total }))
      return task.undone
    }
    task.undoing = this.turns.run(requester, () => this.#alone(accountid, undo))
    this.#tasks.set(key, task)
    void settle(task, task.undoing).finally(() => this.#forgetLater(key, task))
    return task.undoing
  }

  /** What a crash or the end of the program left half is taken back, or taken back to its end. */
  recover(accountid: string): Promise<void> {
    return this.#alone(accountid, async () => {
      for (const { id, userid, user } of this.tenants.read(accountid, findUnfinished))
        await this.#undo(accountid, { userid, name: user }, id)
    })
  }

  #undo(accountid: string, by: Actor, id: string, progress?: OnRows): Promise<UndoResult> {
    return undoInWorker(
      id,
      this.tenants.fileRef(accountid, by),
      (write) => this.tenants.longWrite(accountid, by, write),
      { progress },
    )
  }

  /** Others write between the slices of an import, but no other import does. */
  async #alone<T>(accountid: string, run: () => Promise<T>): Promise<T> {
    while (this.#writing.has(accountid)) await this.#writing.get(accountid)
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#writing.set(accountid, promise)
    try {
      return await run()
    } finally {
      this.#writing.delete(accountid)
      resolve()
    }
  }

  async #runList(
    accountid: string,
    by: Actor,
    staged: StagedImport,
    task: RunningTask & Pick<ListRun, 'kind'>,
  ) {
    const { signal } = task.stop
    const path = this.stagedImports.path(accountid, staged.id)
    if (!path) throw new Problem(404, 'The file is no longer here. Choose it again.')
    task.stop.signal.throwIfAborted()
    task.phase = 'reading'
    const { id, recordType, filename, choices, match, source, inspection } = staged
    const { dryRun, leftout } = await runListInWorker(
      {
        kind: task.kind,
        path,
        refusedpath: this.stagedImports.refusedPath(accountid, id),
        id,
        recordType,
        filename,
        choices,
        match,
        source,
        sheet: inspection.sheet || undefined,
      },
      this.tenants.fileRef(accountid, by),
      (write) => this.tenants.longWrite(accountid, by, write),
      {
        signal,
        progress(done, total, phase) {
          Object.assign(task, { done, total: total || inspection.total })
          if (phase === 'writing') task.phase = phase
        },
      },
    )
    task.leftout = leftout
    if (!dryRun) return this.stagedImports.remove(accountid, id)
    // Other columns were chosen meanwhile: another task runs for them.
    if (task.kind === 'dryRun') signal.throwIfAborted()
    await this.stagedImports.save(accountid, { ...staged, dryRun })
    if (task.kind !== 'dryRun')
      throw new Problem(
        409,
        'Something has changed since the trial run, and nothing was imported. Look at the problems below.',
      )
  }
}

export const isRunning = ({ phase }: ImportTask) =>
  phase === 'waiting' || phase === 'reading' || phase === 'writing'

const newTask = (kind: ImportTask['kind'], total: number): RunningTask => ({
  kind,
  phase: 'waiting',
  done: 0,
  total,
  stop: new AbortController(),
})

async function settle(task: RunningTask, done: Promise<unknown>) {
  try {
    await done
    task.phase = 'done'
  } catch (error) {
    markFailed(task, error)
  }
}

function markFailed(task: RunningTask, error: unknown) {
  if (error instanceof ImportCancelled) {
    task.phase = 'cancelled'
    return
  }
  task.phase = 'failed'
  const nothing = task.kind === 'undo' ? 'It could not be taken back.' : 'Nothing was imported.'
  task.sentence = error instanceof Problem ? error.message : `${nothing} Please try again.`
  if (!(error instanceof Problem)) logUnexpected('an import', error)
}
