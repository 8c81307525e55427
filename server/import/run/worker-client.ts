import type { TenantFileRef, WriteResult } from '#db/write-in-thread.ts'
import type { Requester } from '#server/fair-queue.ts'
import type { UndoResult } from '#server/import/undo/undo-import.ts'
import { startImportThread, type ThreadOptions } from './import-thread.ts'
import { importThreadQueue } from './import-thread-queue.ts'
import type { ListRun, ListRunResult } from './list-run.ts'
import type { CsvToRead, FileToInspect, WorkerReply, WorkerRequest } from './worker-messages.ts'

type LongWrite = <T>(run: (ref: TenantFileRef) => Promise<WriteResult<T>>) => Promise<T>

export const inspectInWorker = (requester: Requester, inspect: FileToInspect) =>
  readInWorker(requester, { inspect }, 'inspected')

export const readCsvInWorker = (requester: Requester, csv: CsvToRead) =>
  readInWorker(requester, { csv }, 'parsed')

const readInWorker = <K extends 'inspected' | 'parsed'>(
  requester: Requester,
  request: WorkerRequest,
  key: K,
) =>
  importThreadQueue.run(requester, async () => {
    const thread = await startImportThread(request)
    try {
      return pick(await thread.next(), key)
    } finally {
      thread.end()
    }
  })

/** When it is stopped while it writes, what it wrote is taken back. @throws ImportCancelled, or 500 */
export async function runListInWorker(
  list: ListRun,
  ref: TenantFileRef,
  longWrite: LongWrite,
  options: ThreadOptions,
): Promise<ListRunResult> {
  const thread = await startImportThread({ list, ref }, options)
  try {
    return pick(await giveTurns(thread, longWrite, options.signal), 'listed')
  } finally {
    thread.end()
  }
}

/** @throws what `undoImport` throws */
export async function undoInWorker(
  undo: string,
  ref: TenantFileRef,
  longWrite: LongWrite,
  options: Pick<ThreadOptions, 'progress'>,
): Promise<UndoResult> {
  const thread = await startImportThread({ undo, ref }, options)
  try {
    return pick(await giveTurns(thread, longWrite), 'undone')
  } finally {
    thread.end()
  }
}

type Thread = Awaited<ReturnType<typeof startImportThread>>

/** One for each slice that the thread writes; whoever waits meanwhile comes first. */
async function giveTurns(thread: Thread, longWrite: LongWrite, signal?: AbortSignal): Promise<WorkerReply> {
  let reply = await thread.next()
  while ('asks' in reply) {
    await longWrite(async () => {
      thread.giveTurn({ stop: signal?.aborted ?? false })
      return { value: undefined, events: pick(await thread.next(), 'wrote') }
    })
    reply = await thread.next()
  }
  return reply
}

const pick = <K extends string>(reply: WorkerReply, key: K): Extract<WorkerReply, Record<K, unknown>>[K] =>
  (reply as never)[key]
