import { makePdf, makePreview, makeReport } from './engine.ts'
import type { Bytes, PdfReply, PdfRequest, PdfsRequest } from './worker-messages.ts'

declare const self: Worker

self.onmessage = async ({ data }: MessageEvent<PdfRequest | PdfsRequest>) => {
  const reply = await answerRequest(data)
  const made = 'bytes' in reply ? [reply.bytes] : 'each' in reply ? reply.each : []
  self.postMessage(
    reply,
    made.map(({ buffer }) => buffer),
  )
}

// What is posted to a worker while its modules load is lost, so it speaks first.
self.postMessage({ ready: true } satisfies PdfReply)

async function answerRequest(request: PdfRequest | PdfsRequest): Promise<PdfReply> {
  try {
    if (!('sources' in request)) return { bytes: await makeOne(request) }
    const each: Bytes[] = []
    for (const source of request.sources) each.push(await makePdf(source))
    return { each }
  } catch (error) {
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

function makeOne({ source, width, append }: PdfRequest): Promise<Bytes> {
  if (append && source.document === 'attachments') return makeReport(source, append)
  return width === undefined ? makePdf(source) : makePreview(source, width)
}
