import type { Tx } from '#db/tenants.ts'
import { type AccountCache, createAccountCache } from '#server/import/check/account-cache.ts'
import type { ColumnValue } from '#server/import/check/coerce.ts'
import { type ColumnValues, findSourceColumn, type ImportRecord } from '#server/import/check/coerce-rows.ts'
import type { Mapping } from '#server/import/map/mapping.ts'
import { type ImportProblem, problem } from '#server/import/read/problem.ts'
import { createImportHistory, type ImportHistory } from './import-history.ts'
import { createRecordResolver, type RecordResolver } from './resolve-record.ts'
import { createRowBatch, type RowBatch } from './row-batch.ts'
import type { WrittenRecord } from './undo-log.ts'
import type { RecordReport, WriteOptions } from './write-options.ts'

export type WriteContext = {
  readonly tx: Tx
  readonly options: WriteOptions
  readonly account: AccountCache
  /** All rows of a record type are written before the next type begins. */
  readonly batch: RowBatch
  readonly history: ImportHistory
  readonly resolver: RecordResolver
  readonly problems: ImportProblem[]
  readonly written: WrittenRecord[]
  report: RecordReport
}

export function createWriteContext(tx: Tx, mapping: Mapping, options: WriteOptions): WriteContext {
  const problems: ImportProblem[] = []
  const written: WrittenRecord[] = []
  const report: RecordReport = ({ row, recordType }, field, sentence) =>
    problems.push(
      problem(row.file, sentence, row.line, findSourceColumn(mapping, recordType, row.file, field)),
    )
  const batch = createRowBatch(tx.db)
  return {
    tx,
    options,
    account: createAccountCache(tx.db),
    batch,
    history: createImportHistory(tx, options.dryRun ?? false),
    resolver: createRecordResolver(tx, options, { problems, written, report }),
    problems,
    written,
    report,
  }
}

/** Null when the record exists already or has a problem. */
export function resolveNew(
  { resolver }: WriteContext,
  record: ImportRecord,
): (ColumnValues & { id: string }) | null {
  const resolved = resolver.resolve(record)
  return resolved && !resolved.exists ? { ...resolved.values, id: resolved.id } : null
}

export const newRowColumns = ({ now }: Tx, id: string): Record<string, ColumnValue> => ({
  id,
  createdutc: now,
  updatedutc: now,
})
