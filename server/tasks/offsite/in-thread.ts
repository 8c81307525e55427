import { logFailure } from '#server/log.ts'
import { listenTo, type Thread } from '#server/thread-pool.ts'
import { workerAddress } from '#server/worker-address.ts'
import type { CopierSettings } from './open-copier.ts'
import type { ReplicatorMessage } from './worker.ts'

/** What keeps it from beginning, such as `joblane replicate` beside it, may be over by then. */
const AGAIN_MS = 30_000

/** One thread copies as long as the program runs; one that ended is started anew when `start` is called again. */
export function replicatorThread(settings: CopierSettings) {
  let thread: Thread | undefined
  let failed = { why: '', at: Number.NEGATIVE_INFINITY }
  const end = () => {
    thread?.terminate()
    thread = undefined
  }
  return {
    start() {
      if (thread || performance.now() - failed.at < AGAIN_MS) return
      const made = new Worker(workerAddress('server/tasks/offsite/worker.ts')) as Thread
      thread = made
      made.unref()
      const fail = (why: string) => {
        if (thread !== made) return
        if (why !== failed.why) logFailure('off-site copies', why)
        failed = { why, at: performance.now() }
        end()
      }
      listenTo<ReplicatorMessage>(made, {
        message: (message) => ('ready' in message ? made.postMessage(settings) : fail(message.failed)),
        failure: ({ message }) => fail(message),
      })
    },
    stop: end,
  }
}
