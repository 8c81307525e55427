import { makeThumbnail } from './thumbnail.ts'
import type { Answer, Question } from './thumbnails.ts'

declare const self: Worker

self.onmessage = ({ data }: MessageEvent<Question>) => {
  const answer = answerTo(data)
  self.postMessage(answer, 'bytes' in answer ? [answer.bytes.buffer] : [])
}

// What is posted to a worker while its modules load is lost, so it speaks first.
self.postMessage({ ready: true } satisfies Answer)

function answerTo({ bytes, media }: Question): Answer {
  try {
    return { bytes: makeThumbnail(bytes, media) }
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) }
  }
}
