import { Problem } from '#server/errors.ts'
import { ThreadFailed, type ThreadPool } from '#server/thread-pool.ts'
import type { PdfReply, PdfRequest } from './worker-messages.ts'

const broken = 'The document could not be made.'
const slow = 'The document took too long to make. Please try again.'

/** @throws 500 when it cannot be made or takes too long */
export async function askWorker(workers: ThreadPool, request: PdfRequest): Promise<Uint8Array<ArrayBuffer>> {
  try {
    const reply = await workers.ask<PdfReply>(request)
    if ('bytes' in reply) return reply.bytes
    console.error(`The ${request.source.document} could not be made:`, 'error' in reply ? reply.error : reply)
  } catch (error) {
    if (!(error instanceof ThreadFailed)) throw error
    console.error(`The worker for documents failed: ${error.message}`)
    if (error.slow) throw new Problem(500, slow, { code: 'pdffailed' })
  }
  throw new Problem(500, broken, { code: 'pdffailed' })
}
