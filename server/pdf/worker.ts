import { makePdf, makePreview, makeReport } from './engine.ts'
import type { PdfReply, PdfRequest } from './worker-messages.ts'

declare const self: Worker

self.onmessage = async ({ data }: MessageEvent<PdfRequest>) => {
  const reply = await answerRequest(data)
  self.postMessage(reply, 'bytes' in reply ? [reply.bytes.buffer] : [])
}

// What is posted to a worker while its modules load is lost, so it speaks first.
self.postMessage({ ready: true } satisfies PdfReply)

async function answerRequest({ source, width, append }: PdfRequest): Promise<PdfReply> {
  try {
    if (append && source.document === 'attachments') return { bytes: await makeReport(source, append) }
    return { bytes: width === undefined ? await makePdf(source) : await makePreview(source, width) }
  } catch (error) {
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
