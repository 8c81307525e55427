import { Problem } from '#server/errors.ts'
import type { PdfAnswer, PdfQuestion } from './messages.ts'

/** `patience`: milliseconds for one document with the start of the worker. `room`: how many may wait. */
type Limits = { patience: number; room: number }
type Bytes = Uint8Array<ArrayBuffer>
type Job = { question: PdfQuestion; resolve: (bytes: Bytes) => void; reject: (problem: unknown) => void }

/** Bun's workers can let the process end while they idle. */
type Thread = Worker & { ref: () => void; unref: () => void }

const broken = 'The document could not be made.'
const slow = 'The document took too long to make. Please try again.'
const busy = 'Too many documents are being made at the moment. Please try again shortly.'

/** The worker starts at the first question, and again after it died. */
export function askWorker(
  address: string,
  { patience, room }: Limits,
): (question: PdfQuestion) => Promise<Bytes> {
  const waiting: Job[] = []
  let working = false
  let worker: Thread | undefined

  async function started(): Promise<Thread> {
    const fresh = new Worker(address) as Thread
    await nextAnswer(fresh, patience)
    fresh.addEventListener('close', () => {
      if (worker === fresh) worker = undefined
    })
    return fresh
  }

  async function answer(question: PdfQuestion): Promise<Bytes> {
    const asked = worker ?? (await started())
    // Forgotten until it has answered: one that dies over this document must not get the next.
    worker = undefined
    const said = await nextAnswer(asked, patience, question)
    worker = asked
    if ('bytes' in said) return said.bytes
    console.error(`The ${question.print.document} could not be made:`, 'error' in said ? said.error : said)
    throw new Problem(500, broken, { code: 'pdffailed' })
  }

  // One at a time, so that a worker that dies takes one document with it.
  async function work(): Promise<void> {
    working = true
    worker?.ref()
    for (let job = waiting.shift(); job; job = waiting.shift())
      await answer(job.question).then(job.resolve, job.reject)
    worker?.unref()
    working = false
  }

  return (question) =>
    new Promise((resolve, reject) => {
      if (waiting.length >= room) return reject(new Problem(503, busy, { code: 'pdfbusy', retryafter: 5 }))
      waiting.push({ question, resolve, reject })
      if (!working) void work()
    })
}

function nextAnswer(worker: Worker, patience: number, question?: PdfQuestion): Promise<PdfAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<PdfAnswer>()
  const over = new AbortController()
  const on = (event: string, then: (event: never) => void) =>
    worker.addEventListener(event, then as EventListener, { signal: over.signal })
  const giveUp = (why: string) => {
    worker.terminate()
    reject(new Problem(500, why, { code: 'pdffailed' }))
  }
  const timer = setTimeout(giveUp, patience, slow)
  on('message', ({ data }: MessageEvent<PdfAnswer>) => resolve(data))
  on('close', () => giveUp(broken))
  on('error', ({ message }: ErrorEvent) => {
    console.error(`The worker for documents failed: ${message}`)
    giveUp(broken)
  })
  try {
    if (question) worker.postMessage(question)
  } catch (error) {
    resolve({ error: String(error) })
  }
  return promise.finally(() => {
    clearTimeout(timer)
    over.abort()
  })
}
