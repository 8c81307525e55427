import { setImmediate } from 'node:timers/promises'
import { Problem } from '#server/errors.ts'
import { FairQueue, type QueueEntry, type Requester } from '#server/fair-queue.ts'

const busy = () =>
  new Problem(
    503,
    'Too many lists of your account are being exported at the moment. Please try again shortly.',
    { code: 'exportsbusy', retryafter: 10 },
  )

/** Rows are read in the thread that answers everybody: a batch of one list at a time. */
const exportQueue = new FairQueue({ places: 1, account: 20, person: 10, refusal: busy })

/** @throws 503 at once when too many lists of the account are on their way */
export function takeTurns<T>(
  { accountid, userid, signal }: Requester,
  batches: AsyncIterable<T>,
): AsyncIterable<T> {
  const entry = exportQueue.open({ accountid, userid })
  // Of a stream that was never begun nobody hears that it is over.
  signal?.addEventListener('abort', entry.end)
  return steps(entry, batches)
}

async function* steps<T>(entry: QueueEntry, batches: AsyncIterable<T>): AsyncGenerator<T> {
  const source = batches[Symbol.asyncIterator]()
  const step = async () => {
    await setImmediate()
    return source.next()
  }
  try {
    for (;;) {
      const { done, value } = await entry.run(step)
      if (done) return
      yield value
    }
  } finally {
    entry.end()
    await source.return?.()
  }
}
