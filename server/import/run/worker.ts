import { SlicesStopped, type WriteLock } from '#db/sliced-file.ts'
import { Problem } from '#server/errors.ts'
import type { OnRows, WorkerReply, WorkerRequest, WriteTurn } from './worker-messages.ts'

declare const self: Worker

let giveTurn: ((turn: WriteTurn['turn']) => void) | undefined

self.onmessage = async ({ data }: MessageEvent<WorkerRequest | WriteTurn>) => {
  if ('turn' in data) return giveTurn?.(data.turn)
  try {
    reply(await handle(data))
  } catch (error) {
    reply(errorReply(error))
  }
}

const reply = (message: WorkerReply) => self.postMessage(message)

// What is posted to a worker while its modules load is lost, so it speaks first.
reply({ ready: true })

/** Loads modules when they are needed: inspecting a file needs none of the rules. */
async function handle(request: WorkerRequest): Promise<WorkerReply> {
  if ('csv' in request) {
    const { readCsv } = await import('#server/import/read/csv.ts')
    const { file, bytes, options } = request.csv
    return { parsed: readCsv(file, bytes, options) }
  }
  if ('inspect' in request) {
    const { inspectFile } = await import('#server/import/read/inspect-file.ts')
    const { file, bytes, sheet } = request.inspect
    return { inspected: await inspectFile(file, bytes, sheet) }
  }
  const { runList, runUndo } = await import('./run-list.ts')
  const progress: OnRows = (done, total, phase) => reply({ done, total, phase })
  if ('undo' in request) return { undone: await runUndo(request.ref, request.undo, takeTurn, progress) }
  return { listed: await runList(request.list, request.ref, takeTurn, progress) }
}

async function takeTurn(): Promise<WriteLock> {
  const { promise, resolve } = Promise.withResolvers<WriteTurn['turn']>()
  giveTurn = resolve
  reply({ asks: 'turn' })
  const { stop } = await promise
  return { stop, end: (wrote) => reply({ wrote }) }
}

function errorReply(error: unknown): WorkerReply {
  if (error instanceof Problem) {
    const { status, message, more } = error
    return { refused: { status, message, more } }
  }
  if (error instanceof SlicesStopped) return { stopped: true }
  return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) }
}
