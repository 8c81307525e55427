import { setImmediate } from 'node:timers/promises'
import { busyProblem } from '#server/errors.ts'
import { FairQueue, type QueueEntry, type Requester } from '#server/fair-queue.ts'

/** Rows are read in the thread that answers everybody: a batch of one list at a time. */
export const exportQueue = new FairQueue({
  places: 1,
  account: 20,
  person: 10,
  refusal: busyProblem('lists of your account are being exported at the moment', 'exportsbusy', 10),
})

/** @throws 503 at once when too many lists of the account are on their way */
export function queueBatches<T>(requester: Requester, batches: AsyncIterable<T>): AsyncIterable<T> {
  // Of a stream that was never begun only the signal says that it is over.
  return steps(exportQueue.open(requester), batches)
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
