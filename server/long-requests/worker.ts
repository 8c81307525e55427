import { closeFile, openReadOnly } from '#db/sqlite.ts'
import { openInThread } from '#db/write-in-thread.ts'
import { describeError } from '#server/log.ts'
import { answerByRoute, changeByRoute } from './by-route.ts'
import type { ThreadReply, ThreadRequest } from './messages.ts'

declare const self: Worker

self.onmessage = ({ data }: MessageEvent<ThreadRequest>) => handle(data)

const reply = (message: ThreadReply) => self.postMessage(message)

// What is posted to a worker while its modules load is lost, so it speaks first.
reply({ ready: true })

async function handle(request: ThreadRequest) {
  try {
    const changes = request.asks === 'change'
    const file = changes ? openInThread(request.ref) : openReadOnly(request.ref.path)
    try {
      if (!changes) return reply(await answerByRoute(file, request))
      for await (const one of changeByRoute(file, request)) reply(one)
    } finally {
      closeFile(file)
    }
  } catch (error) {
    reply({ again: true, why: describeError(error) })
  }
}
