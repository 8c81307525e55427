import { closeFile } from '#db/sqlite.ts'
import { openInThread } from '#db/write-in-thread.ts'
import { describeError } from '#server/log.ts'
import { changeByRoute } from './change-by-route.ts'
import type { ChangeReply, ChangeRequest } from './messages.ts'

declare const self: Worker

self.onmessage = async ({ data }: MessageEvent<ChangeRequest>) => reply(await handle(data))

const reply = (message: ChangeReply) => self.postMessage(message)

// What is posted to a worker while its modules load is lost, so it speaks first.
reply({ ready: true })

async function handle(request: ChangeRequest): Promise<ChangeReply> {
  try {
    const file = openInThread(request.ref)
    try {
      return await changeByRoute(file, request)
    } finally {
      closeFile(file)
    }
  } catch (error) {
    return { again: true, why: describeError(error) }
  }
}
