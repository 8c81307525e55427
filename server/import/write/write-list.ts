import { finishImport, storeImportChoices, storeImportKeys } from '#db/queries/settings/imports.ts'
import type { SlicedFile } from '#db/sliced-file.ts'
import type { Tx } from '#db/tenants.ts'
import type { ImportRecord } from '#server/import/check/coerce-rows.ts'
import { type ColumnChoices, mappingFromChoices } from '#server/import/map/column-choices.ts'
import { type Mapping, readMapping } from '#server/import/map/mapping.ts'
import { mappableTypes } from '#server/import/map/record-fields.ts'
import { getRecordType } from '#server/import/map/record-types.ts'
import type { ImportProblem } from '#server/import/read/problem.ts'
import { createJournal } from './undo-log.ts'
import { createWriteContext, flushQueued, type WriteContext } from './write-context.ts'
import type { WriteOptions } from './write-options.ts'
import {
  type ImportCount,
  ImportRefused,
  type OnProgress,
  planRecords,
  writeRecords,
} from './write-records.ts'

export type ListToWrite = {
  id: string
  recordType: string
  filename: string
  choices: ColumnChoices
  match: WriteOptions['match']
  source?: WriteOptions['source']
  records: ImportRecord[]
  rows: number
  /** Rows that are left out for their problems. */
  refused: number
}

/** Of these the rules say all that a table could refuse; the others move stock, stand on boards or hang together, and must be written. */
export const isCheckedWithoutWriting = (recordType: string) =>
  !['bills', 'counts', 'jobs', 'materials'].includes(recordType)

/** Does the work of the import, so that it cannot find less. The caller must roll back. */
export function dryRunList(
  tx: Tx,
  list: ListToWrite,
  progress?: OnProgress,
): { counts: ImportCount; problems: ImportProblem[] } {
  const { recordType, records } = list
  try {
    if (isCheckedWithoutWriting(recordType))
      return { counts: planList(tx, list, progress).counts, problems: [] }
    const [counts] = writeRecords(tx, readList(list), [{ recordType, records }], progress, optionsOf(list))
    return { counts: counts ?? noCounts(recordType), problems: [] }
  } catch (error) {
    if (!(error instanceof ImportRefused)) throw error
    return { counts: error.counts[0] ?? noCounts(recordType), problems: error.problems }
  }
}

type ListPlan = { context: WriteContext; counts: ImportCount }

/** Reads, and writes nothing yet. @throws ImportRefused */
export function planList(tx: Tx, list: ListToWrite, progress?: OnProgress): ListPlan {
  const { recordType, records, rows } = list
  const context = createWriteContext(tx, readList(list), optionsOf(list))
  const counts = planRecords(context, recordType, records, (done) => progress?.(recordType, done, rows))
  refuseProblems(context, counts)
  return { context, counts }
}

/** In slices, each with its part of the undo log. @throws ImportRefused, SlicesStopped; then what was written stays */
export async function writePlan(
  file: SlicedFile,
  list: ListToWrite,
  { context, counts }: ListPlan,
  progress?: OnProgress,
): Promise<void> {
  const { tx, steps, written } = context
  const journal = createJournal(tx, list, written)
  const all = [
    () => journal.begin(),
    ...steps,
    ...keySteps(context, list),
    () => finish(file, list, { counts, tables: journal.tables }),
  ]
  await file.write(all, {
    flush() {
      flushQueued(context)
      refuseProblems(context, counts)
      journal.flush()
    },
    progress: (done) => progress?.(list.recordType, done, all.length),
  })
}

const KEYS_AT_ONCE = 500

function keySteps({ tx, resolver: { keys } }: WriteContext, { id, recordType }: ListToWrite) {
  const pairs = keys.map((one) => [one.key, one.id])
  return Array.from({ length: Math.ceil(pairs.length / KEYS_AT_ONCE) }, (_, n) => () => {
    const some = pairs.slice(n * KEYS_AT_ONCE, (n + 1) * KEYS_AT_ONCE)
    storeImportKeys(tx.db, id, recordType, JSON.stringify(some))
  })
}

function finish(
  { tx, announce }: { tx: Tx; announce: SlicedFile['announce'] },
  { id, recordType, choices }: ListToWrite,
  { counts, tables }: { counts: ImportCount; tables: ReadonlySet<string> },
) {
  const { added, changed, there } = counts
  finishImport(tx.db, id, { added, changed, there })
  storeImportChoices(tx.db, recordType, JSON.stringify(choices))
  tx.invalidateCaches()
  const event = recordType === 'jobs' || recordType === 'materials' ? 'Reload' : 'RecordChanged'
  const reached = recordType === 'suppliers' ? ['imports', 'supplierinvoices'] : ['imports', 'stock']
  announce(event, [{ tables: [...new Set([getRecordType(recordType).table, ...tables, ...reached])] }])
}

function refuseProblems({ problems }: WriteContext, counts: ImportCount) {
  if (problems.length) throw new ImportRefused(problems, [counts])
}

function readList({ recordType, filename, choices }: ListToWrite): Mapping {
  const mapping = readMapping(mappingFromChoices(recordType, filename, choices), mappableTypes)
  if (!mapping.ok) throw new ImportRefused(mapping.problems)
  return mapping.value
}

const optionsOf = ({ match, source }: ListToWrite): WriteOptions => ({ match, source, isSingleList: true })

export const noCounts = (recordType: string): ImportCount => ({ recordType, added: 0, changed: 0, there: 0 })
