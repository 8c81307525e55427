import { makeThumbnail } from './thumbnail.ts'
import type { ThumbnailAnswer, ThumbnailQuestion } from './thumbnails.ts'

declare const self: Worker

self.onmessage = ({ data }: MessageEvent<ThumbnailQuestion>) => {
  const answer = answerTo(data)
  self.postMessage(answer, 'bytes' in answer ? [answer.bytes.buffer] : [])
}

// What is posted to a worker while its modules load is lost, so it speaks first.
self.postMessage({ ready: true } satisfies ThumbnailAnswer)

function answerTo({ bytes, media }: ThumbnailQuestion): ThumbnailAnswer {
  try {
    return { bytes: makeThumbnail(bytes, media) }
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) }
  }
}
