import { Problem } from '#server/errors.ts'
import { logFailure } from '#server/log.ts'
import { listenTo, type Thread, ThreadPool } from '#server/thread-pool.ts'
import { workerAddress } from '#server/worker-address.ts'
import { IMPORT_PLACES } from './import-thread-queue.ts'
import type { OnRows, WorkerReply, WorkerRequest, WriteTurn } from './worker-messages.ts'

/** A hundred thousand rows take seconds; a file that takes longer than this was made to. */
const TIMEOUT_MS = 120_000

const UNREAD = 'The file could not be read. Nothing was imported.'
const NOT_UNDONE = 'The import could not be taken back. Nothing was changed; please try again.'

export class ImportCancelled extends Error {}

export type ThreadOptions = { signal?: AbortSignal; progress?: OnRows }

const threads = new ThreadPool(workerAddress('server/import/run/worker.ts'), {
  patienceMs: TIMEOUT_MS,
  idleMs: 30_000,
  most: IMPORT_PLACES,
})

/** @throws 500 */
export async function startImportThread(request: WorkerRequest, options?: ThreadOptions) {
  try {
    return new ImportThread(await threads.take(), request, options)
  } catch (error) {
    logFailure('the thread of an import did not start', error)
    throw failure(request)
  }
}

class ImportThread {
  readonly #timer: Timer | undefined
  readonly #stopListening: () => void
  readonly #cancel = () => this.#fail(new ImportCancelled())
  #reply = Promise.withResolvers<WorkerReply>()
  readonly #later: WorkerReply[] = []
  #pending = false
  #answered = false

  constructor(
    private readonly thread: Thread,
    private readonly request: WorkerRequest,
    private readonly options: ThreadOptions = {},
  ) {
    // An undo writes at once, and a thread that writes is not ended.
    if (!('undo' in request)) this.#timer = setTimeout(() => this.#fail(failure(request)), TIMEOUT_MS)
    this.#stopListening = listenTo<WorkerReply>(thread, {
      message: (reply) => this.#receive(reply),
      failure: ({ message }) => {
        logFailure('the thread of an import ended', message)
        this.#answered = false
        this.#fail(failure(request))
      },
    })
    options.signal?.addEventListener('abort', this.#cancel)
    if (options.signal?.aborted) this.#cancel()
    else thread.postMessage(request)
  }

  /** @throws ImportCancelled, or the Problem that the request met */
  async next(): Promise<WorkerReply> {
    const reply = await this.#reply.promise
    this.#reply = Promise.withResolvers()
    const later = this.#later.shift()
    this.#pending = later !== undefined
    if (later) this.#reply.resolve(later)
    if ('asks' in reply) clearTimeout(this.#timer)
    return reply
  }

  giveTurn(turn: WriteTurn['turn']) {
    // A thread that writes is never ended from outside: it would leave the file locked.
    this.#unbind()
    this.thread.postMessage({ turn } satisfies WriteTurn)
  }

  end() {
    this.#unbind()
    this.#stopListening()
    if (this.#answered) threads.putBack(this.thread)
    else this.thread.terminate()
  }

  #receive(data: WorkerReply) {
    if ('done' in data) this.options.progress?.(data.done, data.total, data.phase)
    else if ('failed' in data) {
      logFailure('the thread of an import failed', data.failed)
      this.#fail(failure(this.request))
    } else if ('stopped' in data) {
      this.#answered = true
      this.#fail(new ImportCancelled())
    } else if ('refused' in data) {
      this.#answered = true
      const { status, message, more } = data.refused
      this.#fail(new Problem(status, message, more))
    } else {
      this.#answered = !('asks' in data || 'wrote' in data)
      if (this.#pending) this.#later.push(data)
      else this.#reply.resolve(data)
      this.#pending = true
    }
  }

  #fail(error: unknown) {
    // Whoever does not wait for it now hears of it when they do.
    this.#reply.promise.catch(() => {})
    this.#reply.reject(error)
  }

  #unbind() {
    clearTimeout(this.#timer)
    this.options.signal?.removeEventListener('abort', this.#cancel)
  }
}

const failure = (request: WorkerRequest) => new Problem(500, 'undo' in request ? NOT_UNDONE : UNREAD)
