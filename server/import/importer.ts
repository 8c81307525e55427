import type { Tenants } from '#db/tenants.ts'
import type { Actor } from '#db/types.ts'
import { Problem } from '#server/errors.ts'
import { semaphore } from '#server/semaphore.ts'
import { askBring, askUndo, Cancelled } from './ask-reader.ts'
import type { Draft, Drafts } from './drafts.ts'
import type { Undone } from './undo-import.ts'

/** How far a trial or an import has come. `total` is 0 while it is not known. */
export type Task = {
  kind: 'trial' | 'import'
  phase: 'waiting' | 'reading' | 'writing' | 'done' | 'cancelled' | 'failed'
  done: number
  total: number
  /** Of a task that failed: what happened, and what was kept. */
  sentence?: string
}

export type Importer = {
  /** Begins a trial or an import. An import that is under way for this draft goes on instead, a trial is given up. */
  start(accountid: string, by: Actor, draft: Draft, kind: Task['kind']): void
  task(accountid: string, id: string): Task | undefined
  /** Stops a task that has not begun to write. What it would have written is not there. */
  cancel(accountid: string, id: string): void
  /** Takes an import back. @throws what `undoImport` throws */
  undo(accountid: string, by: Actor, id: string): Promise<Undone>
}

/** Two at once, as many as the smallest machine has cores; others wait. */
const AT_ONCE = 2
const KEPT_MS = 600_000

type Running = Task & { stop: AbortController }

/** Reads, tries and writes lists in threads of their own, each in one transaction. */
export function importerOf({ tenants, drafts }: { tenants: Tenants; drafts: Drafts }): Importer {
  const tasks = new Map<string, Running>()
  const limited = semaphore(AT_ONCE)

  async function run(accountid: string, by: Actor, draft: Draft, task: Running) {
    try {
      await limited(() => bring(accountid, by, draft, task))
      task.phase = 'done'
    } catch (error) {
      failed(task, error)
    }
  }

  async function bring(accountid: string, by: Actor, draft: Draft, task: Running) {
    const { signal } = task.stop
    signal.throwIfAborted()
    const path = drafts.path(accountid, draft.id)
    if (!path) throw new Problem(404, 'The file is no longer here. Choose it again.')
    task.phase = 'reading'
    const { id, noun, filename, choices, match, look } = draft
    const { trial } = await askBring(
      { kind: task.kind, path, id, noun, filename, choices, match, sheet: look.sheet || undefined },
      tenants.fileRef(accountid, by),
      (write) => tenants.longWrite(accountid, by, write),
      {
        signal,
        // An import that writes cannot be stopped any more: it is one transaction.
        progress: (done, total, held) =>
          Object.assign(task, { done, total: total || look.total }, held && { phase: 'writing' }),
      },
    )
    if (!trial) return drafts.drop(accountid, id)
    // Other columns were chosen meanwhile: what they come to is tried by another task.
    if (task.kind === 'trial') signal.throwIfAborted()
    await drafts.save(accountid, { ...draft, trial })
    if (task.kind === 'import')
      throw new Problem(
        409,
        'Something has changed since the trial run, and nothing was imported. Look at the problems below.',
      )
  }

  return {
    start(accountid, by, draft, kind) {
      const key = `${accountid} ${draft.id}`
      const known = tasks.get(key)
      if (known && isUnderWay(known)) {
        if (known.kind === 'import') return
        known.stop.abort(new Cancelled())
      }
      const task: Running = {
        kind,
        phase: 'waiting',
        done: 0,
        total: draft.look.total,
        stop: new AbortController(),
      }
      tasks.set(key, task)
      void run(accountid, by, draft, task).finally(() => {
        setTimeout(() => tasks.get(key) === task && tasks.delete(key), KEPT_MS).unref()
      })
    },
    task: (accountid, id) => tasks.get(`${accountid} ${id}`),
    cancel: (accountid, id) => tasks.get(`${accountid} ${id}`)?.stop.abort(new Cancelled()),
    undo: (accountid, by, id) =>
      limited(() => askUndo(id, (write) => tenants.longWrite(accountid, by, write))),
  }
}

export const isUnderWay = ({ phase }: Task) =>
  phase === 'waiting' || phase === 'reading' || phase === 'writing'

function failed(task: Running, error: unknown) {
  if (error instanceof Cancelled) {
    task.phase = 'cancelled'
    return
  }
  task.phase = 'failed'
  task.sentence = error instanceof Problem ? error.message : 'Nothing was imported. Please try again.'
  if (!(error instanceof Problem)) console.error(error)
}
