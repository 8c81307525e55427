import { completeLanes } from '#db/queries/work/jobs-lanes.ts'
import type { Tx } from '#db/tenants.ts'
import type { ImportRecord, ImportRecords } from '#server/import/check/coerce-rows.ts'
import type { Mapping } from '#server/import/map/mapping.ts'
import type { ImportProblem } from '#server/import/read/problem.ts'
import { bookOpeningCounts, type StockTargets } from './imported-stock.ts'
import type { RecordResolver } from './resolve-record.ts'
import type { WrittenRecord } from './undo-log.ts'
import { upsertRecord } from './upsert-record.ts'
import { createWriteContext, type WriteContext } from './write-context.ts'
import { writeJobLines } from './write-job-lines.ts'
import { writeJob } from './write-jobs.ts'
import { writeLocations } from './write-locations.ts'
import type { WriteOptions, WriteOutcome } from './write-options.ts'
import { writeStockCounts } from './write-stock-counts.ts'

export type ImportCount = { recordType: string; added: number; changed: number; there: number }
export type OnProgress = (recordType: string, done: number, total: number) => void
export type WrittenRecords = { counts: ImportCount[]; written: WrittenRecord[]; keys: RecordResolver['keys'] }

export class ImportRefused extends Error {
  constructor(
    readonly problems: ImportProblem[],
    readonly counts: ImportCount[] = [],
  ) {
    super('The import was refused.')
  }
}

/** @throws ImportRefused with every problem; the caller must then roll back */
export function writeRecords(
  tx: Tx,
  mapping: Mapping,
  records: ImportRecords,
  progress: OnProgress = () => {},
  options: WriteOptions = { match: 'skip', isSingleList: false },
): WrittenRecords {
  const context = createWriteContext(tx, mapping, options)
  const targets: StockTargets = new Map()
  const counts: ImportCount[] = []
  for (const { recordType, records: all } of records) {
    progress(recordType, 0, all.length)
    const outcomes = writeRecordType(context, targets, recordType, all, (done) =>
      progress(recordType, done, all.length),
    )
    context.batch.flush()
    if (context.problems.length === 0) progress(recordType, all.length, all.length)
    counts.push(countOutcomes(recordType, outcomes))
  }
  if (context.problems.length) throw new ImportRefused(context.problems, counts)
  context.history.flush()
  bookOpeningCounts(tx, targets)
  if (records.some(({ recordType }) => recordType === 'jobs')) completeLanes(tx.db)
  tx.invalidateCaches()
  return { counts, written: context.written, keys: context.resolver.keys }
}

const PROGRESS_STEP = 1_000

function writeRecordType(
  context: WriteContext,
  targets: StockTargets,
  recordType: string,
  records: ImportRecord[],
  progress: (done: number) => void,
): WriteOutcome[] {
  if (recordType === 'materials') return writeJobLines(context, targets, records)
  if (recordType === 'counts') return writeStockCounts(context, records)
  if (recordType === 'locations') return writeLocations(context, records, progress)
  const write = recordType === 'jobs' ? writeJob : upsertRecord
  return records.map((record, at) => {
    if (at % PROGRESS_STEP === PROGRESS_STEP - 1) progress(at)
    return write(context, record, targets)
  })
}

function countOutcomes(recordType: string, outcomes: readonly WriteOutcome[]): ImportCount {
  const count = (outcome: WriteOutcome) => outcomes.reduce((sum, one) => sum + Number(one === outcome), 0)
  return { recordType, added: count('added'), changed: count('changed'), there: count('there') }
}
