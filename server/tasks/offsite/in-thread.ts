import { logFailure } from '#server/log.ts'
import { listenTo, type Thread } from '#server/thread-pool.ts'
import { workerAddress } from '#server/worker-address.ts'
import type { CopierSettings } from './open-copier.ts'
import type { ReplicatorMessage } from './worker.ts'

/** One thread copies as long as the program runs; one that ended is started anew when `start` is called again. */
export function replicatorThread(settings: CopierSettings) {
  let thread: Thread | undefined
  const end = () => {
    thread?.terminate()
    thread = undefined
  }
  return {
    start() {
      if (thread) return
      const made = new Worker(workerAddress('server/tasks/offsite/worker.ts')) as Thread
      thread = made
      made.unref()
      const failed = (why: string) => {
        if (thread !== made) return
        logFailure('off-site copies', why)
        end()
      }
      listenTo<ReplicatorMessage>(made, {
        message: (message) => ('ready' in message ? made.postMessage(settings) : failed(message.failed)),
        failure: ({ message }) => failed(message),
      })
    },
    stop: end,
  }
}
