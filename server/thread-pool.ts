import { logFailure } from './log.ts'

/** Bun's workers can let the process end while they idle. */
export type Thread = Worker & { ref: () => void; unref: () => void }

type Limits = {
  /** For the start of a thread, and for one answer. */
  patienceMs: number
  /** A thread that idles for so long is ended. */
  idleMs: number
  /** How many stay however long they idle. */
  kept?: number
  /** Whether somebody may ask again soon: then it stays for as long once more. */
  isNeeded?: () => boolean
  /** How many there may be with the spare one; the queue in front sees to it that no more are asked for. */
  most: number
}

/** `slow` ones were ended for it. */
export class ThreadFailed extends Error {
  constructor(
    message: string,
    readonly slow = false,
  ) {
    super(message)
  }
}

/**
 * Threads are used again, since loading their modules takes a third of a second and more. A new thread must speak first:
 * what is posted to it while its modules load is lost.
 */
export class ThreadPool {
  readonly #idle: { thread: Thread; timer: Timer }[] = []
  #spare: Promise<Thread> | undefined
  #alive = 0

  constructor(
    private readonly address: string,
    private readonly limits: Limits,
  ) {}

  async take(): Promise<Thread> {
    const known = this.#idle.pop()
    if (!known) return this.#takeSpare() ?? this.#start()
    clearTimeout(known.timer)
    known.thread.ref()
    if (this.#idle.length === 0) this.#startSpare()
    return known.thread
  }

  /** Only when it has answered all that it was asked. */
  putBack(thread: Thread) {
    thread.unref()
    const { idleMs, kept = 0, isNeeded } = this.limits
    const end = () => {
      if (this.#idle.length <= kept) return
      if (this.#idle.length === 1 && isNeeded?.()) return void idle.timer.refresh()
      this.#forget(thread)
      thread.terminate()
    }
    const idle = { thread, timer: setTimeout(end, idleMs).unref() }
    this.#idle.push(idle)
  }

  async ask<Answer>(question: unknown): Promise<Answer> {
    const thread = await this.take()
    const answer = await nextMessage<Answer>(thread, this.limits.patienceMs, () =>
      thread.postMessage(question),
    )
    this.putBack(thread)
    return answer
  }

  async #start(): Promise<Thread> {
    const thread = new Worker(this.address) as Thread
    this.#alive++
    thread.addEventListener('close', () => {
      this.#alive--
      this.#forget(thread)
    })
    await nextMessage(thread, this.limits.patienceMs)
    return thread
  }

  /** Who comes while the last idle thread works finds another one, whose modules are loaded. */
  #startSpare() {
    if (this.#spare || this.#alive >= this.limits.most) return
    const spare = this.#start()
    this.#spare = spare
    const unlessTaken = (act: () => void) => {
      if (this.#spare !== spare) return
      this.#spare = undefined
      act()
    }
    spare.then(
      (thread) => unlessTaken(() => this.putBack(thread)),
      (error) => unlessTaken(() => logFailure('a spare thread', error)),
    )
  }

  #takeSpare(): Promise<Thread> | undefined {
    const spare = this.#spare
    this.#spare = undefined
    return spare
  }

  #forget(thread: Thread) {
    const at = this.#idle.findIndex((idle) => idle.thread === thread)
    if (at >= 0) clearTimeout(this.#idle.splice(at, 1)[0]?.timer)
  }
}

/** A thread that dies, fails or keeps silent is ended. */
function nextMessage<Message>(thread: Thread, patienceMs: number, speak = () => {}): Promise<Message> {
  const { promise, resolve, reject } = Promise.withResolvers<Message>()
  const giveUp = (why: ThreadFailed) => {
    thread.terminate()
    reject(why)
  }
  const timer = setTimeout(() => giveUp(new ThreadFailed('The thread kept silent.', true)), patienceMs)
  const stopListening = listenTo<Message>(thread, { message: resolve, failure: giveUp })
  try {
    speak()
  } catch (error) {
    giveUp(new ThreadFailed(String(error)))
  }
  return promise.finally(() => {
    clearTimeout(timer)
    stopListening()
  })
}

type Listener<Message> = { message: (message: Message) => void; failure: (why: ThreadFailed) => void }

/** A thread can end without an error. @returns what stops listening */
export function listenTo<Message>(thread: Thread, { message, failure }: Listener<Message>): () => void {
  const over = new AbortController()
  const listen = (event: string, act: (event: never) => void) =>
    thread.addEventListener(event, act as EventListener, { signal: over.signal })
  listen('message', ({ data }: MessageEvent<Message>) => message(data))
  listen('close', () => failure(new ThreadFailed('The thread ended.')))
  listen('error', (error: ErrorEvent) => failure(new ThreadFailed(error.message)))
  return () => over.abort()
}
