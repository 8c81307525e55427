import type { TenantFileRef, WriteResult } from '#db/write-in-thread.ts'
import type { Requester } from '#server/fair-queue.ts'
import type { UndoResult } from '#server/import/undo/undo-import.ts'
import { startImportThread, type ThreadOptions } from './import-thread.ts'
import { importTurns } from './import-turns.ts'
import type { ListRun, ListRunResult } from './list-run.ts'
import type { CsvToRead, FileToInspect, WorkerReply, WorkerRequest } from './worker-messages.ts'

type LongWrite = <T>(run: (ref: TenantFileRef) => Promise<WriteResult<T>>) => Promise<T>

/** @throws 503 when the account has too many files waiting */
export const inspectInWorker = (requester: Requester, inspect: FileToInspect) =>
  readInWorker(requester, { inspect }, 'inspected')

/** @throws 503 when the account has too many files waiting */
export const readCsvInWorker = (requester: Requester, csv: CsvToRead) =>
  readInWorker(requester, { csv }, 'parsed')

const readInWorker = <K extends 'inspected' | 'parsed'>(
  requester: Requester,
  request: WorkerRequest,
  key: K,
) =>
  importTurns.run(requester, async () => {
    const thread = await startImportThread(request)
    try {
      return pick(await thread.next(), key)
    } finally {
      thread.end()
    }
  })

/** Until the thread writes, the signal ends it; from then on it is left to finish. @throws ImportCancelled, or 500 */
export async function runListInWorker(
  list: ListRun,
  ref: TenantFileRef,
  longWrite: LongWrite,
  options: ThreadOptions,
): Promise<ListRunResult> {
  const thread = await startImportThread({ list, ref }, options)
  try {
    const first = await thread.next()
    if (!('asks' in first)) return pick(first, 'listed').value
    return await longWrite(async (turn) => {
      options.signal?.throwIfAborted()
      thread.giveTurn(turn)
      return pick(await thread.next(), 'listed')
    })
  } finally {
    thread.end()
  }
}

/** @throws what `undoImport` throws */
export const undoInWorker = (undo: string, longWrite: LongWrite): Promise<UndoResult> =>
  longWrite(async (ref) => {
    const thread = await startImportThread({ undo, ref })
    try {
      return pick(await thread.next(), 'undone')
    } finally {
      thread.end()
    }
  })

const pick = <K extends string>(reply: WorkerReply, key: K): Extract<WorkerReply, Record<K, unknown>>[K] =>
  (reply as never)[key]
