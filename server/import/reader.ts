import type { TenantFileRef } from '#db/write-in-thread.ts'
import { Problem } from '#server/errors.ts'
import type { Answer, Question, Told, Turn } from './ask-reader.ts'

declare const self: Worker

let given: ((ref: TenantFileRef) => void) | undefined

self.onmessage = async ({ data }: MessageEvent<Question | Turn>) => {
  if ('turn' in data) return given?.(data.turn)
  try {
    say(await answerTo(data))
  } catch (error) {
    say(saidOf(error))
  }
}

const say = (answer: Answer) => self.postMessage(answer)

// What is posted to a worker while its modules load is lost, so it speaks first.
say({ ready: true })

/** Modules are loaded when they are needed: a look into a file needs none of the rules. */
async function answerTo(question: Exclude<Question, Turn>): Promise<Answer> {
  if ('look' in question) {
    const { lookAt } = await import('./read-list.ts')
    const { file, bytes, sheet } = question.look
    return { look: await lookAt(file, bytes, sheet) }
  }
  const { bringList, undoInThread } = await import('./bring-list.ts')
  if ('undo' in question) return { undone: undoInThread(question.ref, question.undo) }
  const progress: Told = (done, total, held) => say({ done, total, held })
  return { brought: await bringList(question.bring, question.ref, turn, progress) }
}

/** Waits until nobody else writes the file. */
function turn(): Promise<TenantFileRef> {
  const { promise, resolve } = Promise.withResolvers<TenantFileRef>()
  given = resolve
  say({ asks: 'turn' })
  return promise
}

function saidOf(error: unknown): Answer {
  if (error instanceof Problem) {
    const { status, message, more } = error
    return { refused: { status, message, more } }
  }
  return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) }
}
