import type { TenantEvent } from '#db/types.ts'
import type { TenantFileRef } from '#db/write-in-thread.ts'
import type { Problem } from '#server/errors.ts'
import type { CsvOptions } from '#server/import/read/csv.ts'
import type { CsvFile } from '#server/import/read/csv-file.ts'
import type { FileInspection } from '#server/import/read/inspect-file.ts'
import type { ImportResult } from '#server/import/read/problem.ts'
import type { UndoResult } from '#server/import/undo/undo-import.ts'
import type { ListRun, ListRunResult } from './list-run.ts'

export type FileToInspect = { file: string; bytes: Uint8Array; sheet?: string }

export type CsvToRead = { file: string; bytes: Uint8Array; options: CsvOptions }

export type WorkerRequest =
  | { csv: CsvToRead }
  | { inspect: FileToInspect }
  | { list: ListRun; ref: TenantFileRef }
  | { undo: string; ref: TenantFileRef }

/** `stop`: what was written is to be taken back. */
export type WriteTurn = { turn: { stop: boolean } }

type RowPhase = 'reading' | 'writing'

export type WorkerReply =
  | { ready: true }
  | { done: number; total: number; phase: RowPhase }
  | { asks: 'turn' }
  | { wrote: TenantEvent[] }
  | { parsed: ImportResult<CsvFile> }
  | { inspected: ImportResult<FileInspection> }
  | { listed: ListRunResult }
  | { undone: UndoResult }
  | { refused: Pick<Problem, 'status' | 'message' | 'more'> }
  | { stopped: true }
  | { failed: string }

export type OnRows = (done: number, total: number, phase: RowPhase) => void
