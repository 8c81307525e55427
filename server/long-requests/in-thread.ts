import { peek } from 'bun'
import type { Tenants } from '#db/tenants.ts'
import type { Person } from '#server/access/person.ts'
import { Problem } from '#server/errors.ts'
import { CORES, FairQueue } from '#server/fair-queue.ts'
import type { Reply } from '#server/http/context.ts'
import { ReplayedError } from '#server/http/idempotency.ts'
import { fragment, rawReply, redirect, view } from '#server/http/reply.ts'
import { isInUse } from '#server/http/request-queue.ts'
import { describeError, logFailure } from '#server/log.ts'
import { sendTemporaryFile } from '#server/reader/temporary-file.ts'
import type { Services } from '#server/services.ts'
import { listenTo, ThreadPool } from '#server/thread-pool.ts'
import { workerAddress } from '#server/worker-address.ts'
import type { ThreadNotice, ThreadReply, ThreadRequest, ToldMeanwhile, WrittenAnswer } from './messages.ts'
import { unpackValue } from './pack.ts'

const IDLE_MS = 600_000

const threads = new ThreadPool(workerAddress('server/long-requests/worker.ts'), {
  patienceMs: 60_000,
  // It has loaded all rules, which takes longer than most of what it is asked.
  idleMs: IDLE_MS,
  // Somebody who comes back from a long page to a long change waits for no thread.
  isNeeded: () => isInUse(IDLE_MS),
  most: CORES,
})

/** An account has one long change at a time: what waits is bounded by its open requests. */
const longRequestQueue = new FairQueue({
  places: CORES,
  account: Number.POSITIVE_INFINITY,
  person: Number.POSITIVE_INFINITY,
  refusal: () => new Problem(503, 'Please try again shortly.'),
})

/** What a thread cannot decide is decided where it was asked. */
const UNDECIDED = Symbol('undecided')

export type AskedOfThread = Omit<ThreadRequest, 'asks' | 'number' | 'ref' | 'person'> & {
  person: () => Person
}

/**
 * Makes the transaction of a request in a thread, so that nobody of another account waits for it; those who change this
 * account do. `here` makes it where only the thread of requests can, as where a form has to ask something first.
 */
export async function changeInThread(
  tenants: Tenants,
  asked: AskedOfThread,
  here: () => Promise<unknown>,
  answered: (reply: Reply) => void,
): Promise<unknown> {
  const { accountid, userid, name } = asked.person()
  const by = { userid, name }
  let after: Promise<ThreadReply> | undefined
  const value = await tenants.longWrite<unknown>(accountid, by, async (ref) => {
    const { promise: first, resolve, reject } = Promise.withResolvers<ThreadReply>()
    const last = longRequestQueue.turn({ accountid, userid }, () =>
      // Rights may have been taken while it waited.
      ask({ ...asked, asks: 'change', person: asked.person(), ref }, { first: resolve }),
    )
    last.then(resolve, reject)
    const reply = await first
    if ('wrote' in reply) {
      // What was written stands, whatever becomes of the thread.
      if (reply.goeson) after = last.catch((error) => ({ again: true, why: describeError(error) }))
      return reply.wrote
    }
    refuse(asked, reply)
    return { value: UNDECIDED, events: [] }
  })
  if (value === UNDECIDED) return here()
  const reply = await after
  if (reply && 'answered' in reply)
    return answered(readWritten(reply.answered as Exclude<WrittenAnswer, MadeFile>))
  if (reply) logUndecided(asked, reply)
  return unpackValue(value as SharedArrayBuffer)
}

/** Answers by a thread what only reads; its client may go meanwhile, of which the queue and the thread are told. */
export async function answerInThread(
  { tenants, config }: Pick<Services, 'tenants' | 'config'>,
  asked: AskedOfThread,
  here: () => unknown,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  const person = asked.person()
  const { accountid, userid, name } = person
  let file: Promise<ReadableStream<Uint8Array<ArrayBuffer>>> | undefined
  const takeFile: Hears['file'] = (write, refuseFile) => {
    file = sendTemporaryFile(person, config.data, write)
    file.catch(refuseFile)
  }
  const reply = await longRequestQueue.turn({ accountid, userid, signal }, () =>
    ask(
      { ...asked, asks: 'answer', person, ref: tenants.fileRef(accountid, { userid, name }) },
      { file: takeFile, signal },
    ),
  )
  if (signal?.aborted) await file?.then((unread) => unread.cancel()).catch(() => {})
  signal?.throwIfAborted()
  if ('answered' in reply) {
    if (!('sent' in reply.answered)) return readWritten(reply.answered)
    return new Response(await file, reply.answered)
  }
  refuse(asked, reply)
  return here()
}

type MadeFile = Extract<WrittenAnswer, { sent: true }>

function readWritten(answer: Exclude<WrittenAnswer, MadeFile>): Reply {
  if ('piece' in answer) return fragment(answer.piece, answer)
  if ('file' in answer) return rawReply(answer.file, answer.type, answer)
  if ('json' in answer) {
    const { json, status, headers } = answer
    return rawReply(json, 'application/json; charset=utf-8', { status, headers })
  }
  return 'to' in answer ? redirect(answer.to, answer.headers) : view(answer.markup, answer.about)
}

/** @throws what the thread was refused */
function refuse({ address }: AskedOfThread, reply: ThreadReply) {
  if ('refused' in reply) throw new Problem(reply.refused.status, reply.refused.message, reply.refused.more)
  if ('replayed' in reply)
    throw new ReplayedError(reply.replayed.status, reply.replayed.reply, reply.replayed.key)
  logUndecided({ address }, reply)
}

function logUndecided({ address }: Pick<AskedOfThread, 'address'>, reply: ThreadReply) {
  if ('again' in reply && reply.why) logFailure(`${address} in a thread`, reply.why)
}

type Hears = {
  first?: (reply: ThreadReply) => void
  /** It is answered with a file, which `write` writes, unless it is refused first. */
  file?: (write: (to: string) => Promise<unknown>, refuseFile: (error: unknown) => void) => void
  signal?: AbortSignal
}

let numbered = 0

/** A thread that writes is never ended from outside: it would leave the file locked. @returns its last word */
async function ask(
  request: Omit<ThreadRequest, 'number'>,
  { first, file, signal }: Hears,
): Promise<ThreadReply> {
  const thread = await threads.take()
  const number = ++numbered
  const { promise, resolve, reject } = Promise.withResolvers<ThreadReply>()
  const tell = (told: ToldMeanwhile) => {
    // Then it answers somebody else.
    if (peek.status(promise) !== 'pending') return
    thread.postMessage({ ...told, request: number } satisfies ThreadNotice)
  }
  const write = async (to: string) => {
    tell({ to })
    const reply = await promise
    if (!('answered' in reply)) throw new Error('Its file was not written.')
  }
  const hear = (reply: ThreadReply) => {
    if ('file' in reply) file?.(write, (error) => tell(noPlace(error)))
    else if ('wrote' in reply && reply.goeson) first?.(reply)
    else resolve(reply)
  }
  const stopListening = listenTo<ThreadReply>(thread, { message: hear, failure: reject })
  const leave = () => tell({ gone: true })
  signal?.addEventListener('abort', leave)
  try {
    thread.postMessage({ ...request, number } satisfies ThreadRequest)
    if (signal?.aborted) leave()
    const reply = await promise
    threads.putBack(thread)
    return reply
  } finally {
    signal?.removeEventListener('abort', leave)
    stopListening()
  }
}

/** The thread says it again as its last word, so that whoever asked hears it as any refusal. */
function noPlace(error: unknown): ToldMeanwhile {
  if (!(error instanceof Problem)) return { gone: true }
  const { status, message, more } = error
  return { refused: { status, message, more } }
}
