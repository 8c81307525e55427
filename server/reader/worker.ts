import { describeError } from '#server/log.ts'
import { lowerPriority } from '#server/thread-priority.ts'
import type { ReaderReply, ReaderRequest } from './messages.ts'

declare const self: Worker

self.onmessage = async ({ data }: MessageEvent<ReaderRequest>) => {
  try {
    reply(await handle(data))
  } catch (error) {
    reply({ error: describeError(error) })
  }
}

// Whoever waits for a page or a document goes before whoever waits for a whole report or archive.
lowerPriority()

const reply = (message: ReaderReply) => self.postMessage(message)

// What is posted to a worker while its modules load is lost, so it speaks first.
reply({ ready: true })

async function handle(request: ReaderRequest): Promise<ReaderReply> {
  if ('part' in request) {
    const { writePart } = await import('#server/domains/account/backups/write-part.ts')
    writePart(request.part)
    return { done: true }
  }
  if ('archive' in request) {
    const { writeArchive } = await import('#server/tasks/archive/write-archive.ts')
    await writeArchive(request.archive)
    return { done: true }
  }
  if ('report' in request) {
    const { runReport } = await import('#server/domains/reporting/reports/run-report.ts')
    return { reported: runReport(request.report, (progress) => reply({ progress })) }
  }
  if ('stock' in request) {
    const { runStockReport } = await import('#server/domains/stock/worth/run-stock-report.ts')
    return { stock: runStockReport(request.stock) }
  }
  const { makeBackup } = await import('#server/tasks/archive/make-backup.ts')
  return { backedup: await makeBackup(request.backup) }
}
