import type { Answer, Question } from './ask-reader.ts'
import { lookAt, readList } from './read-list.ts'

declare const self: Worker

self.onmessage = async ({ data }: MessageEvent<Question>) => {
  try {
    self.postMessage(await answerTo(data))
  } catch (error) {
    self.postMessage({ failed: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
}

// What is posted to a worker while its modules load is lost, so it speaks first.
self.postMessage({ ready: true } satisfies Answer)

async function answerTo({ noun, file, bytes, sheet, choices }: Question): Promise<Answer> {
  if (!choices) return { look: await lookAt(file, bytes, sheet) }
  const progress = (done: number, total: number) => self.postMessage({ done, total } satisfies Answer)
  return { list: await readList(noun, file, bytes, choices, { sheet, progress }) }
}
