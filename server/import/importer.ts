import type { Tenants } from '#db/tenants.ts'
import type { Actor } from '#db/types.ts'
import { Problem } from '#server/errors.ts'
import { askList, Cancelled } from './ask-reader.ts'
import type { Draft, Drafts } from './drafts.ts'
import type { ImportProblem } from './problem.ts'
import type { ReadList } from './read-list.ts'
import { Refused } from './write.ts'
import { type Ready, tried, writeList } from './write-list.ts'

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
}

const MOST_KEPT = 2_000
/** Two at once, as many as the smallest machine has cores; others wait. */
const AT_ONCE = 2
const KEPT_MS = 600_000

type Running = Task & { stop: AbortController }

/** Reads lists in threads of their own and writes each in one transaction. */
export function importerOf({ tenants, drafts }: { tenants: Tenants; drafts: Drafts }): Importer {
  const tasks = new Map<string, Running>()
  const waiting: (() => void)[] = []
  let running = 0

  const turn = async () => {
    if (running < AT_ONCE) running++
    else await new Promise<void>((go) => waiting.push(go))
  }
  /** Hands the place over, or gives it back. */
  const over = () => {
    const next = waiting.shift()
    if (next) next()
    else running--
  }

  async function run(accountid: string, by: Actor, draft: Draft, task: Running) {
    await turn()
    try {
      const ready = await read(accountid, draft, task)
      task.stop.signal.throwIfAborted()
      // From here on it cannot be stopped: the writing is one transaction.
      task.phase = 'writing'
      await (task.kind === 'trial' ? tryOut : bring)(accountid, by, draft, ready, task)
      task.phase = 'done'
    } catch (error) {
      failed(task, error)
    } finally {
      over()
    }
  }

  async function read(accountid: string, draft: Draft, task: Running): Promise<Read> {
    const bytes = drafts.bytes(accountid, draft.id)
    if (!bytes) throw new Problem(404, 'The file is no longer here. Choose it again.')
    task.stop.signal.throwIfAborted()
    task.phase = 'reading'
    const { noun, filename, choices, look, match, id } = draft
    const list = await askList(
      { noun, file: filename, bytes, choices, sheet: look.sheet || undefined },
      {
        signal: task.stop.signal,
        progress: (done, total) => Object.assign(task, { done, total: total || look.total }),
      },
    )
    return { list, ready: { id, noun, filename, choices, match, packed: list.packed, rows: list.rows } }
  }

  async function tryOut(accountid: string, by: Actor, draft: Draft, { list, ready }: Read, task: Running) {
    const found = await tried((run) => tenants.write(accountid, by, run), ready)
    // Other columns were chosen meanwhile: what they come to is tried by another task.
    if (task.kind === 'trial') task.stop.signal.throwIfAborted()
    const all = [...list.problems, ...found.problems].sort((a, b) => (a.line ?? 0) - (b.line ?? 0))
    await drafts.save(accountid, { ...draft, trial: { counts: found.counts, rows: list.rows, ...cut(all) } })
  }

  async function bring(accountid: string, by: Actor, draft: Draft, { list, ready }: Read, task: Running) {
    try {
      if (list.problems.length) throw new Refused(list.problems)
      await tenants.write(accountid, by, (tx) => writeList(tx, ready))
      drafts.drop(accountid, draft.id)
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      // Somebody changed the account since the trial: it is told as a trial would tell it.
      await tryOut(accountid, by, draft, { list, ready }, task)
      throw new Problem(
        409,
        'Something has changed since the trial run, and nothing was imported. Look at the problems below.',
      )
    }
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
  }
}

type Read = { list: ReadList; ready: Ready }

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

const cut = (problems: ImportProblem[]) => ({
  problems: problems.slice(0, MOST_KEPT),
  more: Math.max(0, problems.length - MOST_KEPT),
})
