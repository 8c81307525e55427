import type { TenantFileRef, WriteResult } from '#db/write-in-thread.ts'
import { Problem } from '#server/errors.ts'
import { semaphore } from '#server/semaphore.ts'
import type { Bringing, Brought } from './bring-list.ts'
import type { Outcome } from './problem.ts'
import type { Look } from './read-list.ts'
import type { Undone } from './undo-import.ts'

/** What the thread is asked for first. */
export type Question =
  | { look: { file: string; bytes: Uint8Array; sheet?: string } }
  | { bring: Bringing; ref: TenantFileRef }
  | { undo: string; ref: TenantFileRef }
/** That nobody else writes the file now. */
export type Turn = { turn: TenantFileRef }
export type Answer =
  | { ready: true }
  | { done: number; total: number; held: boolean }
  | { asks: 'turn' }
  | { look: Outcome<Look> }
  | { brought: WriteResult<Brought> }
  | { undone: WriteResult<Undone> }
  | { refused: Pick<Problem, 'status' | 'message' | 'more'> }
  | { failed: string }

/** The compiled program keeps its entries by their path in the project. */
const path = import.meta.file === 'ask-reader.ts' ? './reader.ts' : './server/import/reader.ts'
const address = new URL(path, import.meta.url).href

/** Reading a hundred thousand rows takes seconds; a file that takes longer than this was made to. */
const PATIENCE_MS = 120_000

export class Cancelled extends Error {}

/** How many rows were read, or `held` against what the account has. */
export type Told = (done: number, total: number, held: boolean) => void
type Handing = { signal?: AbortSignal; progress?: Told }
/** Lets the thread write one file, as `longWrite` of db/tenants.ts does. */
export type LongWrite = <T>(run: (ref: TenantFileRef) => Promise<WriteResult<T>>) => Promise<T>

/** Files that are looked into at once, whoever sent them: each may fill some hundred megabytes for a moment. */
const lookLimited = semaphore(2)

/** Looks into a file in a thread of its own, so that nobody else waits for it. @throws 500 */
export const askLook = (look: { file: string; bytes: Uint8Array; sheet?: string }) =>
  lookLimited(async () => {
    const thread = begin({ look }, {})
    try {
      return partOf(await thread.next(), 'look')
    } finally {
      thread.end()
    }
  })

/**
 * Reads a list in a thread of its own and tries or writes it there. Until it writes, the signal ends it; from then on
 * it is left to finish, and `turn` is over when it has.
 * @throws Cancelled, or 500
 */
export async function askBring(
  bring: Bringing,
  ref: TenantFileRef,
  longWrite: LongWrite,
  handing: Handing,
): Promise<Brought> {
  const thread = begin({ bring, ref }, handing)
  try {
    const first = await thread.next()
    if (!('asks' in first)) return partOf(first, 'brought').value
    return await longWrite(async (turn) => {
      handing.signal?.throwIfAborted()
      thread.take({ turn })
      return partOf(await thread.next(), 'brought')
    })
  } finally {
    thread.end()
  }
}

/** Takes an import back in a thread of its own. @throws what `undoImport` throws */
export const askUndo = (undo: string, longWrite: LongWrite): Promise<Undone> =>
  longWrite(async (ref) => {
    const thread = begin({ undo, ref }, {})
    try {
      return partOf(await thread.next(), 'undone')
    } finally {
      thread.end()
    }
  })

/** The answer to what was asked. */
const partOf = <K extends string>(answer: Answer, key: K): Extract<Answer, Record<K, unknown>>[K] =>
  (answer as never)[key]

const UNREAD = 'The file could not be read. Nothing was imported.'
const UNDONE = 'The import could not be taken back. Nothing was changed; please try again.'

type Thread = { next(): Promise<Answer>; take(turn: Turn): void; end(): void }

/** A thread that answers one question; between its asking for a turn and its getting it, it waits. */
function begin(question: Question, { signal, progress }: Handing): Thread {
  const failed = () => new Problem(500, 'undo' in question ? UNDONE : UNREAD)
  const worker = new Worker(address)
  let coming = Promise.withResolvers<Answer>()
  const fail = (error: unknown) => {
    // Whoever does not wait for it now hears of it when they do.
    coming.promise.catch(() => {})
    coming.reject(error)
  }
  // What takes an import back writes at once.
  const timer = 'undo' in question ? undefined : setTimeout(() => fail(failed()), PATIENCE_MS)
  const stop = () => fail(new Cancelled())
  const unbind = () => {
    clearTimeout(timer)
    signal?.removeEventListener('abort', stop)
  }
  worker.onmessage = ({ data }: MessageEvent<Answer>) => {
    if ('ready' in data) worker.postMessage(question)
    else if ('done' in data) progress?.(data.done, data.total, data.held)
    else if ('failed' in data) {
      console.error(`The thread of an import failed: ${data.failed}`)
      fail(failed())
    } else if ('refused' in data) {
      const { status, message, more } = data.refused
      fail(new Problem(status, message, more))
    } else coming.resolve(data)
  }
  worker.onerror = ({ message }) => {
    console.error(`The thread of an import ended: ${message}`)
    fail(failed())
  }
  signal?.addEventListener('abort', stop)
  if (signal?.aborted) stop()
  return {
    async next() {
      const answer = await coming.promise
      coming = Promise.withResolvers()
      if ('asks' in answer) clearTimeout(timer)
      return answer
    },
    take(turn) {
      // A thread that writes is never ended from outside: it would leave the file locked.
      unbind()
      worker.postMessage(turn)
    },
    end() {
      unbind()
      worker.terminate()
    },
  }
}
