import { closeFile, openReadOnly } from '#db/sqlite.ts'
import { openInThread } from '#db/write-in-thread.ts'
import { Problem } from '#server/errors.ts'
import { describeError } from '#server/log.ts'
import { type Asker, answerByRoute, changeByRoute } from './by-route.ts'
import type { ThreadNotice, ThreadReply, ThreadRequest } from './messages.ts'

declare const self: Worker

let notice: ((given: ThreadNotice) => void) | undefined

self.onmessage = ({ data }: MessageEvent<ThreadRequest | ThreadNotice>) =>
  'asks' in data ? handle(data) : notice?.(data)

const reply = (message: ThreadReply) => self.postMessage(message)

// What is posted to a worker while its modules load is lost, so it speaks first.
reply({ ready: true })

async function handle(request: ThreadRequest) {
  try {
    const changes = request.asks === 'change'
    const file = changes ? openInThread(request.ref) : openReadOnly(request.ref.path)
    try {
      if (!changes) return reply(await answerByRoute(file, request, listen(request)))
      for await (const one of changeByRoute(file, request)) reply(one)
    } finally {
      closeFile(file)
    }
  } catch (error) {
    reply({ again: true, why: describeError(error) })
  } finally {
    notice = undefined
  }
}

function listen({ number }: ThreadRequest): Asker {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  // A page asks for no place.
  promise.catch(() => {})
  const left = new AbortController()
  notice = (given) => {
    if (given.request !== number) return
    if ('to' in given) return resolve(given.to)
    if ('gone' in given) left.abort()
    reject('refused' in given ? problemOf(given.refused) : left.signal.reason)
  }
  const askForPlace = () => {
    reply({ file: true })
    return promise
  }
  return { askForPlace, signal: left.signal }
}

const problemOf = ({ status, message, more }: Pick<Problem, 'status' | 'message' | 'more'>) =>
  new Problem(status, message, more)
