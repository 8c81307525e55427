import { existsSync, readFileSync } from 'node:fs'
import type { Tx } from '#db/tenants.ts'
import {
  readInThread,
  type TenantFileRef,
  tryOnCopy,
  type WriteResult,
  writeInThread,
} from '#db/write-in-thread.ts'
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

/** A dry run holds nobody up; an import waits for `takeTurn`. */
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
  const dryRun = () => {
    const found = dryRunInThread(ref, `${path}.copy`, (tx) => dryRunList(tx, toWrite, onProgress), recordType)
    return reportDryRun(found, rows, problems)
  }
  if (kind === 'dryRun' || problems.length) return dryRun()
  const turn = await takeTurn()
  try {
    const { events } = writeInThread(turn, (tx) => writeList(tx, toWrite, onProgress))
    return { value: {}, events }
  } catch (error) {
    if (!(error instanceof ImportRefused)) throw error
    // Somebody changed the account since the dry run.
    return dryRun()
  }
}

const dryRunInThread = <T>(ref: TenantFileRef, copy: string, run: (tx: Tx) => T, recordType: string): T =>
  isCheckedWithoutWriting(recordType) ? readInThread(ref, run) : tryOnCopy(ref, copy, run)

function reportDryRun(
  found: ReturnType<typeof dryRunList>,
  rows: number,
  before: readonly ImportProblem[],
): WriteResult<ListRunResult> {
  const all = sortByLine([...before, ...found.problems])
  const problems = all.slice(0, MAX_PROBLEMS)
  const dryRun = { counts: found.counts, rows, problems, more: all.length - problems.length }
  return { value: { dryRun }, events: [] }
}

const MAX_PROBLEMS = 2_000

/** @throws what `undoImport` throws */
export const runUndo = (ref: TenantFileRef, id: string): WriteResult<UndoResult> =>
  writeInThread(ref, (tx) => undoImport(tx, id))
