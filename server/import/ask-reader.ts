import { Problem } from '#server/errors.ts'
import type { Choices } from './choices.ts'
import type { Outcome } from './problem.ts'
import type { Look, ReadList } from './read-list.ts'

/** Without `choices` a file is only looked into. */
export type Question = { noun: string; file: string; bytes: Uint8Array; sheet?: string; choices?: Choices }
export type Answer =
  | { ready: true }
  | { done: number; total: number }
  | { look: Outcome<Look> }
  | { list: ReadList }
  | { failed: string }

/** The compiled program keeps its entries by their path in the project. */
const path = import.meta.file === 'ask-reader.ts' ? './reader.ts' : './server/import/reader.ts'
const address = new URL(path, import.meta.url).href

/** Reading a hundred thousand rows takes seconds; a file that takes longer than this was made to. */
const PATIENCE_MS = 120_000

export class Cancelled extends Error {}

type Handing = { signal?: AbortSignal; progress?: (done: number, total: number) => void }

/** Looks into a file in a thread of its own, so that nobody else waits for it. @throws Cancelled, or 500 */
export async function askLook(
  question: Omit<Question, 'choices'>,
  handing?: Handing,
): Promise<Outcome<Look>> {
  const answer = await ask(question, handing)
  if ('look' in answer) return answer.look
  throw failed()
}

/** Reads a list in a thread of its own. @throws Cancelled when the signal says so, or 500 */
export async function askList(
  question: Question & { choices: Choices },
  handing?: Handing,
): Promise<ReadList> {
  const answer = await ask(question, handing)
  if ('list' in answer) return answer.list
  throw failed()
}

const failed = () => new Problem(500, 'The file could not be read. Nothing was imported.')

function ask(question: Question, { signal, progress }: Handing = {}): Promise<Answer> {
  const worker = new Worker(address)
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const timer = setTimeout(() => reject(failed()), PATIENCE_MS)
  const stop = () => reject(new Cancelled())
  signal?.addEventListener('abort', stop)
  worker.onmessage = ({ data }: MessageEvent<Answer>) => {
    if ('ready' in data) worker.postMessage(question)
    else if ('done' in data) progress?.(data.done, data.total)
    else if ('failed' in data) {
      console.error(`A list could not be read: ${data.failed}`)
      reject(failed())
    } else resolve(data)
  }
  worker.onerror = ({ message }) => {
    console.error(`The reader of lists failed: ${message}`)
    reject(failed())
  }
  if (signal?.aborted) stop()
  return promise.finally(() => {
    clearTimeout(timer)
    signal?.removeEventListener('abort', stop)
    worker.terminate()
  })
}
