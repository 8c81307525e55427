import { makePdf, makePreview } from './engine.ts'
import type { PdfAnswer, PdfQuestion } from './worker-messages.ts'

declare const self: Worker

self.onmessage = async ({ data }: MessageEvent<PdfQuestion>) => {
  const answer = await answerTo(data)
  self.postMessage(answer, 'bytes' in answer ? [answer.bytes.buffer] : [])
}

// What is posted to a worker while its modules load is lost, so it speaks first.
self.postMessage({ ready: true } satisfies PdfAnswer)

async function answerTo({ source, width }: PdfQuestion): Promise<PdfAnswer> {
  try {
    return { bytes: width === undefined ? await makePdf(source) : await makePreview(source, width) }
  } catch (error) {
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
