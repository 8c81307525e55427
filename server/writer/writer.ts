import type { Tenants } from '#db/tenants.ts'
import type { Person } from '#server/access/person.ts'
import { Problem } from '#server/errors.ts'
import { CORES, FairQueue } from '#server/fair-queue.ts'
import { ReplayedError } from '#server/http/idempotency.ts'
import { logFailure } from '#server/log.ts'
import { listenTo, ThreadPool } from '#server/thread-pool.ts'
import { workerAddress } from '#server/worker-address.ts'
import type { ChangeReply, ChangeRequest } from './messages.ts'
import { unpackValue } from './pack.ts'

const threads = new ThreadPool(workerAddress('server/writer/worker.ts'), {
  patienceMs: 60_000,
  // It has loaded all rules, which takes longer than most of what it is asked.
  idleMs: 600_000,
  most: CORES,
})

/** An account has one long change at a time: what waits is bounded by its open requests. */
const writerQueue = new FairQueue({
  places: CORES,
  account: Number.POSITIVE_INFINITY,
  person: Number.POSITIVE_INFINITY,
  refusal: () => new Problem(503, 'Please try again shortly.'),
})

/** What a thread cannot decide is decided where it was asked. */
const UNDECIDED = Symbol('undecided')

export type AskedChange = Omit<ChangeRequest, 'ref' | 'person'> & { person: () => Person }

/**
 * Makes the transaction of a request in a thread, so that nobody of another account waits for it; those who change this
 * account do. `here` makes it where only the thread of requests can, as where a form has to ask something first.
 */
export async function changeInThread(
  tenants: Tenants,
  asked: AskedChange,
  here: () => Promise<unknown>,
): Promise<unknown> {
  const { accountid, userid, name } = asked.person()
  const by = { userid, name }
  const value = await tenants.longWrite<unknown>(accountid, by, async (ref) => {
    const reply = await writerQueue.turn({ accountid, userid }, () =>
      // Rights may have been taken while it waited.
      ask({ ...asked, person: asked.person(), ref }),
    )
    if ('wrote' in reply) return reply.wrote
    if ('refused' in reply) throw refusal(reply.refused)
    if ('replayed' in reply) throw replay(reply.replayed)
    if ('again' in reply && reply.why) logFailure(`${asked.address} in a thread`, reply.why)
    return { value: UNDECIDED, events: [] }
  })
  return value === UNDECIDED ? here() : unpackValue(value as SharedArrayBuffer)
}

const refusal = ({ status, message, more }: Pick<Problem, 'status' | 'message' | 'more'>) =>
  new Problem(status, message, more)

const replay = ({ status, reply, key }: { status: number; reply: string; key: string }) =>
  new ReplayedError(status, reply, key)

/** A thread that writes is never ended from outside: it would leave the file locked. */
async function ask(request: ChangeRequest): Promise<ChangeReply> {
  const thread = await threads.take()
  const { promise, resolve, reject } = Promise.withResolvers<ChangeReply>()
  const stopListening = listenTo<ChangeReply>(thread, { message: resolve, failure: reject })
  try {
    thread.postMessage(request)
    const reply = await promise
    threads.putBack(thread)
    return reply
  } finally {
    stopListening()
  }
}
