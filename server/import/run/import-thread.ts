import { Problem } from '#server/errors.ts'
import type { OnRows, WorkerReply, WorkerRequest, WriteTurn } from './worker-messages.ts'

/** The compiled program keeps its entries by their path in the project. */
const path = import.meta.file === 'import-thread.ts' ? './worker.ts' : './server/import/run/worker.ts'
const address = new URL(path, import.meta.url).href

/** A hundred thousand rows take seconds; a file that takes longer than this was made to. */
const TIMEOUT_MS = 120_000

const UNREAD = 'The file could not be read. Nothing was imported.'
const NOT_UNDONE = 'The import could not be taken back. Nothing was changed; please try again.'

export class ImportCancelled extends Error {}

export type ThreadOptions = { signal?: AbortSignal; progress?: OnRows }

export class ImportThread {
  readonly #worker = new Worker(address)
  readonly #timer: Timer | undefined
  readonly #cancel = () => this.#fail(new ImportCancelled())
  #reply = Promise.withResolvers<WorkerReply>()

  constructor(
    private readonly request: WorkerRequest,
    private readonly options: ThreadOptions = {},
  ) {
    // An undo writes at once, and a thread that writes is not ended.
    if (!('undo' in request)) this.#timer = setTimeout(() => this.#fail(this.#failure()), TIMEOUT_MS)
    this.#worker.onmessage = ({ data }: MessageEvent<WorkerReply>) => this.#receive(data)
    this.#worker.onerror = ({ message }) => {
      console.error(`The thread of an import ended: ${message}`)
      this.#fail(this.#failure())
    }
    options.signal?.addEventListener('abort', this.#cancel)
    if (options.signal?.aborted) this.#cancel()
  }

  /** @throws ImportCancelled, or the Problem that the request met */
  async next(): Promise<WorkerReply> {
    const reply = await this.#reply.promise
    this.#reply = Promise.withResolvers()
    if ('asks' in reply) clearTimeout(this.#timer)
    return reply
  }

  giveTurn(turn: WriteTurn['turn']) {
    // A thread that writes is never ended from outside: it would leave the file locked.
    this.#unbind()
    this.#worker.postMessage({ turn } satisfies WriteTurn)
  }

  end() {
    this.#unbind()
    this.#worker.terminate()
  }

  #receive(data: WorkerReply) {
    if ('ready' in data) this.#worker.postMessage(this.request)
    else if ('done' in data) this.options.progress?.(data.done, data.total, data.phase)
    else if ('failed' in data) {
      console.error(`The thread of an import failed: ${data.failed}`)
      this.#fail(this.#failure())
    } else if ('refused' in data) {
      const { status, message, more } = data.refused
      this.#fail(new Problem(status, message, more))
    } else this.#reply.resolve(data)
  }

  #failure() {
    return new Problem(500, 'undo' in this.request ? NOT_UNDONE : UNREAD)
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
