import { existsSync, readFileSync } from 'node:fs'
import { type TenantFileRef, tryInThread, type WriteResult, writeInThread } from '#db/write-in-thread.ts'
import { Problem } from '#server/errors.ts'
import { validateList } from '#server/import/check/validate-list.ts'
import { type ImportProblem, sortByLine } from '#server/import/read/problem.ts'
import { type UndoResult, undoImport } from '#server/import/undo/undo-import.ts'
import {
  dryRunList,
  isCheckedWithoutWriting,
  type ListToWrite,
  writeList,
} from '#server/import/write/write-list.ts'
import { ImportRefused, type OnProgress } from '#server/import/write/write-records.ts'
import type { ListRun, ListRunResult } from './list-run.ts'
import type { OnRows } from './worker-messages.ts'

/** A dry run that writes nothing runs beside other writers; whatever else waits for `takeTurn`. */
export async function runList(
  { path, sheet, kind, ...list }: ListRun,
  ref: TenantFileRef,
  takeTurn: () => Promise<TenantFileRef>,
  progress: OnRows,
): Promise<WriteResult<ListRunResult>> {
  if (!existsSync(path)) throw new Problem(404, 'The file is no longer here. Choose it again.')
  const { recordType, filename, choices } = list
  const { records, rows, problems } = await validateList(recordType, filename, readFileSync(path), choices, {
    sheet,
    progress: (done, total) => progress(done, total, 'reading'),
  })
  const toWrite: ListToWrite = { ...list, records, rows }
  const onProgress: OnProgress = (_, done) => progress(done, rows, 'writing')
  const dryRun = (on: TenantFileRef) => dryRunInThread(on, toWrite, problems, onProgress)
  if (kind === 'dryRun' || problems.length)
    return dryRun(isCheckedWithoutWriting(recordType) ? ref : await takeTurn())
  const turn = await takeTurn()
  try {
    const { events } = writeInThread(turn, (tx) => writeList(tx, toWrite, onProgress))
    return { value: {}, events }
  } catch (error) {
    if (!(error instanceof ImportRefused)) throw error
    // Somebody changed the account since the dry run.
    return dryRun(turn)
  }
}

function dryRunInThread(
  ref: TenantFileRef,
  list: ListToWrite,
  problems: readonly ImportProblem[],
  progress: OnProgress,
): WriteResult<ListRunResult> {
  const only = isCheckedWithoutWriting(list.recordType) ? 'reading' : 'writing'
  const found = tryInThread(ref, only, (tx) => dryRunList(tx, list, progress))
  const all = sortByLine([...problems, ...found.problems])
  const dryRun = {
    counts: found.counts,
    rows: list.rows,
    problems: all.slice(0, MOST_PROBLEMS),
    more: Math.max(0, all.length - MOST_PROBLEMS),
  }
  return { value: { dryRun }, events: [] }
}

const MOST_PROBLEMS = 2_000

/** @throws what `undoImport` throws */
export const runUndo = (ref: TenantFileRef, id: string): WriteResult<UndoResult> =>
  writeInThread(ref, (tx) => undoImport(tx, id))
