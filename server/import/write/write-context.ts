import type { WriteStep } from '#db/sliced-file.ts'
import type { Tx } from '#db/tenants.ts'
import { type AccountCache, createAccountCache } from '#server/import/check/account-cache.ts'
import type { ColumnValue } from '#server/import/check/coerce.ts'
import { type ColumnValues, findSourceColumn, type ImportRecord } from '#server/import/check/coerce-rows.ts'
import type { Mapping } from '#server/import/map/mapping.ts'
import { type ImportProblem, problem } from '#server/import/read/problem.ts'
import type { Quantity } from '#server/money/decimal.ts'
import { createImportHistory, type ImportHistory } from './import-history.ts'
import { createImportLedger, type ImportLedger } from './import-ledger.ts'
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
  readonly ledger: ImportLedger
  readonly resolver: RecordResolver
  readonly problems: ImportProblem[]
  readonly targets: Map<string, Quantity>
  readonly steps: WriteStep[]
  /** What steps have written since it was last stored. */
  readonly written: WrittenRecord[]
  report: RecordReport
}

export function createWriteContext(tx: Tx, mapping: Mapping, options: WriteOptions): WriteContext {
  const problems: ImportProblem[] = []
  const written: WrittenRecord[] = []
  const steps: WriteStep[] = []
  const report: RecordReport = ({ row, recordType }, field, sentence) =>
    problems.push(
      problem(row.file, sentence, row.line, findSourceColumn(mapping, recordType, row.file, field)),
    )
  return {
    tx,
    options,
    account: createAccountCache(tx.db),
    batch: createRowBatch(tx.db),
    history: createImportHistory(tx),
    ledger: createImportLedger(tx, written),
    resolver: createRecordResolver(tx, options, { problems, written, steps, report }),
    problems,
    targets: new Map(),
    steps,
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

export function flushQueued({ batch, history, ledger }: WriteContext) {
  batch.flush()
  ledger.flush()
  history.flush()
}
