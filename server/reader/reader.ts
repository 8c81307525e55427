import { busyProblem } from '#server/errors.ts'
import { CORES, FairQueue, type Requester } from '#server/fair-queue.ts'
import { HOUR_MS } from '#server/instants.ts'
import { listenTo, ThreadPool } from '#server/thread-pool.ts'
import { workerAddress } from '#server/worker-address.ts'
import type { ReaderReply, ReaderRequest } from './messages.ts'

const threads = new ThreadPool(workerAddress('server/reader/worker.ts'), {
  patienceMs: 30_000,
  idleMs: 30_000,
  most: CORES,
})

export const readerQueue = new FairQueue({
  places: CORES,
  account: 6,
  person: 3,
  refusal: busyProblem('backups and reports of your account are being made at the moment', 'readerbusy', 10),
})

const PATIENCE_MS = HOUR_MS

/**
 * Reads whole files of accounts in a thread, by a handle that cannot write. Since it changes no account it is ended as
 * soon as its signal aborts. @throws what went wrong there, the reason of the signal, or 503
 */
export const askReader = (
  requester: Requester,
  request: ReaderRequest,
  onProgress: (rows: number) => void = () => {},
): Promise<ReaderReply> =>
  readerQueue.run(requester, async () => {
    const thread = await threads.take()
    const { promise, resolve, reject } = Promise.withResolvers<ReaderReply>()
    const giveUp = (why: unknown) => {
      thread.terminate()
      reject(why)
    }
    const timer = setTimeout(() => giveUp(new Error('It took longer than an hour.')), PATIENCE_MS)
    const stopListening = listenTo<ReaderReply>(thread, {
      message: (reply) => ('progress' in reply ? onProgress(reply.progress) : resolve(reply)),
      failure: giveUp,
    })
    const { signal } = requester
    const leave = () => giveUp(signal?.reason)
    signal?.addEventListener('abort', leave)
    try {
      if (signal?.aborted) leave()
      else thread.postMessage(request)
      const answer = await promise
      threads.putBack(thread)
      if ('error' in answer) throw new Error(answer.error)
      return answer
    } finally {
      clearTimeout(timer)
      stopListening()
      signal?.removeEventListener('abort', leave)
    }
  })
