import { existsSync, readFileSync } from 'node:fs'
import { findImport } from '#db/queries/settings/imports.ts'
import { SlicedFile, type WriteLock } from '#db/sliced-file.ts'
import type { Tx } from '#db/tenants.ts'
import { readInThread, type TenantFileRef, tryOnCopy } from '#db/write-in-thread.ts'
import { Problem } from '#server/errors.ts'
import { type ValidatedList, validateList } from '#server/import/check/validate-list.ts'
import { type ColumnChoices, chosenColumn } from '#server/import/map/column-choices.ts'
import { getRecordType } from '#server/import/map/record-types.ts'
import { groupProblems } from '#server/import/read/group-problems.ts'
import { type ImportProblem, sortByLine } from '#server/import/read/problem.ts'
import { type UndoResult, undoImport } from '#server/import/undo/undo-import.ts'
import {
  isCheckedWithoutWriting,
  type ListToWrite,
  planList,
  writePlan,
} from '#server/import/write/write-list.ts'
import { ImportRefused, type OnProgress } from '#server/import/write/write-records.ts'
import { shortText } from '#views/format.ts'
import { type CheckedRows, findGoodRows } from './good-rows.ts'
import { describeLeftOut } from './left-out.ts'
import type { DryRunReport, ListRun, ListRunResult } from './list-run.ts'
import { type PricePreview, previewPrices } from './preview-prices.ts'
import { writeRefusedRows } from './refused-rows.ts'
import type { OnRows } from './worker-messages.ts'

type TakeTurn = () => Promise<WriteLock>

/** A dry run holds nobody up; an import waits for `takeTurn` before each slice. */
export async function runList(
  { path, refusedpath, sheet, kind, ...list }: ListRun,
  ref: TenantFileRef,
  takeTurn: TakeTurn,
  progress: OnRows,
): Promise<ListRunResult> {
  if (!existsSync(path)) throw new Problem(404, 'The file is no longer here. Choose it again.')
  const { recordType, filename, choices } = list
  const { records, table, problems } = await validateList(recordType, filename, readFileSync(path), choices, {
    sheet,
    progress: (done, total) => progress(done, total, 'reading'),
  })
  const rows = table.rows.length
  const toWrite: ListToWrite = { ...list, records, rows, refused: 0 }
  const onProgress: OnProgress = (_, done, total) => progress(done, total, 'writing')
  const check = () => {
    const found = dryRunInThread(
      ref,
      `${path}.copy`,
      (tx) => {
        const found = findGoodRows(tx, toWrite, onProgress)
        const prices = recordType === 'supplierprices' ? previewPrices(tx.db, found.good) : undefined
        return { ...found, prices }
      },
      recordType,
    )
    const all = [...problems, ...found.problems]
    writeRefusedRows(refusedpath, table, all)
    return { good: found.good, dryRun: reportDryRun(found, rows, all, rowNamer(recordType, choices, table)) }
  }
  if (kind === 'dryRun' || (kind === 'import' && problems.length)) return { dryRun: check().dryRun }
  const checked = kind === 'importGood' ? check() : undefined
  // Since the trial others may have taken away what its good rows need, or brought in the same.
  if (checked && !bringsAnything(checked.dryRun)) return { dryRun: checked.dryRun }
  const coming = checked?.good ?? records
  try {
    const write = { ...toWrite, records: coming, refused: rows - coming.length }
    await inSlices(ref, takeTurn, (file) => importList(file, write, onProgress))
    return checked ? { leftout: describeLeftOut(rows - coming.length, checked.dryRun.problems) } : {}
  } catch (error) {
    if (!(error instanceof ImportRefused)) throw error
    // Somebody changed the account since the dry run.
    return { dryRun: check().dryRun }
  }
}

const bringsAnything = ({ good, counts }: DryRunReport) => good > 0 && counts.added + counts.changed > 0

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
export const runUndo = (
  ref: TenantFileRef,
  id: string,
  takeTurn: TakeTurn,
  progress: OnRows,
): Promise<UndoResult> => inSlices(ref, takeTurn, (file) => undoImport(file, id, progress))

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

/** What the row of a line is called: what it is known by, else its name. */
function rowNamer(
  recordType: string,
  choices: ColumnChoices,
  { columns, rows }: ValidatedList['table'],
): (line: number) => string {
  const places = [...getRecordType(recordType).keys.flat(), ...NAMES]
    .map((field) => columns.indexOf(chosenColumn(choices, field).column))
    .filter((at) => at >= 0)
  const byLine = new Map(rows.map(({ line, cells }) => [line, cells]))
  return (line) => {
    const at = places.find((at) => byLine.get(line)?.[at]?.trim())
    return at === undefined ? '' : shortText(byLine.get(line)?.[at] ?? '')
  }
}

const NAMES = ['name', 'materialname', 'description']
const MAX_PROBLEMS = 2_000

function reportDryRun(
  { counts, good, warnings, prices }: CheckedRows & { prices?: PricePreview },
  rows: number,
  found: readonly ImportProblem[],
  nameOf: (line: number) => string,
): DryRunReport {
  const all = groupProblems(sortByLine([...found]), nameOf)
  const isWhole = found.some(({ line }) => line === null)
  return {
    counts,
    rows,
    good: isWhole ? 0 : good.length,
    problems: all.slice(0, MAX_PROBLEMS),
    more: Math.max(0, all.length - MAX_PROBLEMS),
    warnings,
    prices,
  }
}
