import { lastMovement } from '#db/queries/settings/import.ts'
import { addImport, storeImportChoices, storeImportKeys } from '#db/queries/settings/imports.ts'
import type { Tx } from '#db/tenants.ts'
import type { ImportRecord } from '#server/import/check/coerce-rows.ts'
import { type ColumnChoices, mappingFromChoices } from '#server/import/map/column-choices.ts'
import { readMapping } from '#server/import/map/mapping.ts'
import { mappableTypes } from '#server/import/map/record-fields.ts'
import { getRecordType } from '#server/import/map/record-types.ts'
import type { ImportProblem } from '#server/import/read/problem.ts'
import { saveUndoLog } from './undo-log.ts'
import type { WriteOptions } from './write-options.ts'
import {
  type ImportCount,
  ImportRefused,
  type OnProgress,
  type WrittenRecords,
  writeRecords,
} from './write-records.ts'

export type ListToWrite = {
  id: string
  recordType: string
  filename: string
  choices: ColumnChoices
  match: WriteOptions['match']
  records: ImportRecord[]
  rows: number
}

/** Of these the rules say all that a table could refuse; the others move stock or stand on boards, and must be written. */
export const isCheckedWithoutWriting = (recordType: string) =>
  !['counts', 'jobs', 'materials'].includes(recordType)

/** Does the work of the import, so that it cannot find less. The caller must roll back. */
export function dryRunList(
  tx: Tx,
  list: ListToWrite,
  progress?: OnProgress,
): { counts: ImportCount; problems: ImportProblem[] } {
  try {
    const { counts } = writeListRecords(tx, list, {
      dryRun: isCheckedWithoutWriting(list.recordType),
      progress,
    })
    return { counts: countsOrNone(counts, list.recordType), problems: [] }
  } catch (error) {
    if (error instanceof ImportRefused)
      return { counts: countsOrNone(error.counts, list.recordType), problems: error.problems }
    throw error
  }
}

/** Writes in the caller's transaction, with the undo log and the choices for the next list. @throws ImportRefused */
export function writeList(tx: Tx, list: ListToWrite, progress?: OnProgress): ImportCount {
  const { id, recordType, filename, choices, rows } = list
  const ledgerfrom = lastMovement(tx.db)
  const { counts, written, keys } = writeListRecords(tx, list, { progress })
  const { added, changed, there } = countsOrNone(counts, recordType)
  addImport(tx.db, {
    id,
    noun: recordType,
    filename,
    rows,
    added,
    changed,
    there,
    ledgerfrom,
    ledgerto: lastMovement(tx.db),
    userid: tx.by.userid,
    user: tx.by.name,
    doneutc: tx.now,
  })
  saveUndoLog(tx.db, id, written)
  if (keys.length)
    storeImportKeys(tx.db, id, recordType, JSON.stringify(keys.map((one) => [one.key, one.id])))
  storeImportChoices(tx.db, recordType, JSON.stringify(choices))
  const tables = new Set([getRecordType(recordType).table, ...written.map(({ table }) => table), 'imports'])
  const event = recordType === 'jobs' || recordType === 'materials' ? 'Reload' : 'RecordChanged'
  tx.publish(event, [{ tables: [...tables] }])
  return { recordType, added, changed, there }
}

function writeListRecords(
  tx: Tx,
  { recordType, filename, choices, match, records }: ListToWrite,
  { dryRun = false, progress }: { dryRun?: boolean; progress?: OnProgress },
): WrittenRecords {
  const mapping = readMapping(mappingFromChoices(recordType, filename, choices), mappableTypes)
  if (!mapping.ok) throw new ImportRefused(mapping.problems)
  const options = { match, isSingleList: true, dryRun }
  return writeRecords(tx, mapping.value, [{ recordType, records }], progress, options)
}

const countsOrNone = (counts: readonly ImportCount[], recordType: string): ImportCount =>
  counts.find((one) => one.recordType === recordType) ?? { recordType, added: 0, changed: 0, there: 0 }
