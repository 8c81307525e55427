import { Problem } from '#server/errors.ts'
import { logFailure } from '#server/log.ts'
import { ThreadFailed, type ThreadPool } from '#server/thread-pool.ts'
import type { Bytes, PdfReply, PdfRequest, PdfsRequest } from './worker-messages.ts'

const broken = 'The document could not be made.'
const slow = 'The document took too long to make. Please try again.'

/** @throws 500 when it cannot be made, 503 when it takes too long: most often the machine is busy. */
export async function askWorker(workers: ThreadPool, request: PdfRequest): Promise<Bytes> {
  const reply = await ask(workers, request, request.source.document)
  return 'bytes' in reply ? reply.bytes : fail(request.source.document, reply)
}

/** @throws as `askWorker`, for all of them */
export async function askWorkerForMany(workers: ThreadPool, request: PdfsRequest): Promise<Bytes[]> {
  const what = `group of ${request.sources.length} documents`
  const reply = await ask(workers, request, what)
  return 'each' in reply ? reply.each : fail(what, reply)
}

async function ask(workers: ThreadPool, request: PdfRequest | PdfsRequest, what: string): Promise<PdfReply> {
  try {
    return await workers.ask<PdfReply>(request)
  } catch (error) {
    if (!(error instanceof ThreadFailed)) throw error
    logFailure('the worker for documents', error)
    if (error.slow) throw new Problem(503, slow, { code: 'pdfslow', retryafter: 30 })
    return fail(what)
  }
}

function fail(what: string, reply?: PdfReply): never {
  if (reply) logFailure(`the ${what} could not be made`, 'error' in reply ? reply.error : reply)
  throw new Problem(500, broken, { code: 'pdffailed' })
}
