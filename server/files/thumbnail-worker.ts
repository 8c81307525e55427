import { describeError } from '#server/log.ts'
import { makeThumbnail } from './thumbnail.ts'
import type { ThumbnailReply, ThumbnailRequest } from './thumbnails.ts'

declare const self: Worker

self.onmessage = ({ data }: MessageEvent<ThumbnailRequest>) => {
  const reply = answerRequest(data)
  self.postMessage(reply, 'bytes' in reply ? [reply.bytes.buffer] : [])
}

// What is posted to a worker while its modules load is lost, so it speaks first.
self.postMessage({ ready: true } satisfies ThumbnailReply)

function answerRequest({ bytes, media }: ThumbnailRequest): ThumbnailReply {
  try {
    return { bytes: makeThumbnail(bytes, media) }
  } catch (error) {
    return { error: describeError(error) }
  }
}
