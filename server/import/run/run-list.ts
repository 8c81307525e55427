import { existsSync, readFileSync } from 'node:fs'
import { findImport } from '#db/queries/settings/imports.ts'
import { SlicedFile, type WriteLock } from '#db/sliced-file.ts'
import type { Tx } from '#db/tenants.ts'
import { readInThread, type TenantFileRef, tryOnCopy } from '#db/write-in-thread.ts'
import { Problem } from '#server/errors.ts'
import { validateList } from '#server/import/check/validate-list.ts'
import { type ImportProblem, sortByLine } from '#server/import/read/problem.ts'
import { type UndoResult, undoImport } from '#server/import/undo/undo-import.ts'
import {
  dryRunList,
  isCheckedWithoutWriting,
  type ListToWrite,
  planList,
  writePlan,
} from '#server/import/write/write-list.ts'
import { ImportRefused, type OnProgress } from '#server/import/write/write-records.ts'
import type { DryRunReport, ListRun, ListRunResult } from './list-run.ts'
import type { OnRows } from './worker-messages.ts'

type TakeTurn = () => Promise<WriteLock>

/** A dry run holds nobody up; an import waits for `takeTurn` before each slice. */
export async function runList(
  { path, sheet, kind, ...list }: ListRun,
  ref: TenantFileRef,
  takeTurn: TakeTurn,
  progress: OnRows,
): Promise<ListRunResult> {
  if (!existsSync(path)) throw new Problem(404, 'The file is no longer here. Choose it again.')
  const { recordType, filename, choices } = list
  const { records, rows, problems } = await validateList(recordType, filename, readFileSync(path), choices, {
    sheet,
    progress: (done, total) => progress(done, total, 'reading'),
  })
  const toWrite: ListToWrite = { ...list, records, rows }
  const onProgress: OnProgress = (_, done, total) => progress(done, total, 'writing')
  const dryRun = () => {
    const found = dryRunInThread(ref, `${path}.copy`, (tx) => dryRunList(tx, toWrite, onProgress), recordType)
    return { dryRun: reportDryRun(found, rows, problems) }
  }
  if (kind === 'dryRun' || problems.length) return dryRun()
  try {
    await inSlices(ref, takeTurn, (file) => importList(file, toWrite, onProgress))
    return {}
  } catch (error) {
    if (!(error instanceof ImportRefused)) throw error
    // Somebody changed the account since the dry run.
    return dryRun()
  }
}

/** All or nothing, though others see it come and, when it is refused or stopped, go again. @throws ImportRefused, 409 */
async function importList(file: SlicedFile, list: ListToWrite, progress: OnProgress): Promise<void> {
  const plan = file.read((tx) => planList(tx, list))
  try {
    await writePlan(file, list, plan, progress)
  } catch (error) {
    if (file.read(({ db }) => findImport(db, list.id))) await undoImport(file, list.id)
    throw isConstraint(error) ? new Problem(409, CHANGED) : error
  }
}

const CHANGED =
  'Somebody changed what this list refers to while it was saved, and all of it was taken back. Please try again.'

const isConstraint = (error: unknown) =>
  String((error as { code?: string } | null)?.code).startsWith('SQLITE_CONSTRAINT')

/** @throws what `undoImport` throws */
export const runUndo = (ref: TenantFileRef, id: string, takeTurn: TakeTurn): Promise<UndoResult> =>
  inSlices(ref, takeTurn, (file) => undoImport(file, id))

async function inSlices<T>(
  ref: TenantFileRef,
  takeTurn: TakeTurn,
  run: (file: SlicedFile) => Promise<T>,
): Promise<T> {
  const file = new SlicedFile(ref, takeTurn)
  try {
    return await run(file)
  } finally {
    file.close()
  }
}

const dryRunInThread = <T>(ref: TenantFileRef, copy: string, run: (tx: Tx) => T, recordType: string): T =>
  isCheckedWithoutWriting(recordType) ? readInThread(ref, run) : tryOnCopy(ref, copy, run)

const MAX_PROBLEMS = 2_000

function reportDryRun(
  found: ReturnType<typeof dryRunList>,
  rows: number,
  before: readonly ImportProblem[],
): DryRunReport {
  const all = sortByLine([...before, ...found.problems])
  const problems = all.slice(0, MAX_PROBLEMS)
  return { counts: found.counts, rows, problems, more: all.length - problems.length }
}
