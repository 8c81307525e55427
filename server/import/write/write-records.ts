import { completeLanes } from '#db/queries/work/jobs-lanes.ts'
import type { Tx } from '#db/tenants.ts'
import type { ImportRecord, ImportRecords } from '#server/import/check/coerce-rows.ts'
import type { Mapping } from '#server/import/map/mapping.ts'
import type { ImportProblem } from '#server/import/read/problem.ts'
import { planOpeningCounts } from './imported-stock.ts'
import { upsertRecord } from './upsert-record.ts'
import { writeBills } from './write-bills.ts'
import { createWriteContext, flushQueued, type WriteContext } from './write-context.ts'
import { writeJobLines } from './write-job-lines.ts'
import { reserveNumbers, writeJob } from './write-jobs.ts'
import { writeLocations } from './write-locations.ts'
import type { WriteOptions, WriteOutcome } from './write-options.ts'
import { writeStockCounts } from './write-stock-counts.ts'
import { writeSupplierPrices } from './write-supplier-prices.ts'

export type ImportCount = { recordType: string; added: number; changed: number; there: number }
export type OnProgress = (recordType: string, done: number, total: number) => void

export class ImportRefused extends Error {
  constructor(
    readonly problems: ImportProblem[],
    readonly counts: ImportCount[] = [],
  ) {
    super('The import was refused.')
  }
}

/** In one transaction. @throws ImportRefused with every problem; the caller must then roll back */
export function writeRecords(
  tx: Tx,
  mapping: Mapping,
  records: ImportRecords,
  progress: OnProgress = () => {},
  options: WriteOptions = { match: 'skip', isSingleList: false },
): ImportCount[] {
  const context = createWriteContext(tx, mapping, options)
  const counts: ImportCount[] = []
  for (const { recordType, records: all } of records) {
    progress(recordType, 0, all.length)
    counts.push(planRecords(context, recordType, all, (done) => progress(recordType, done, all.length)))
    runSteps(context)
    if (context.problems.length === 0) progress(recordType, all.length, all.length)
  }
  if (context.problems.length) throw new ImportRefused(context.problems, counts)
  planOpeningCounts(context)
  runSteps(context)
  tx.invalidateCaches()
  return counts
}

function runSteps(context: WriteContext) {
  for (const step of context.steps.splice(0)) step()
  flushQueued(context)
}

export function planRecords(
  context: WriteContext,
  recordType: string,
  records: ImportRecord[],
  progress: (done: number) => void,
): ImportCount {
  const outcomes = planRecordType(context, recordType, records, progress)
  if (recordType === 'jobs') {
    reserveNumbers(context)
    context.steps.push(() => void completeLanes(context.tx.db))
  }
  const count = (outcome: WriteOutcome) => outcomes.reduce((sum, one) => sum + Number(one === outcome), 0)
  return { recordType, added: count('added'), changed: count('changed'), there: count('there') }
}

const PROGRESS_STEP = 1_000

function planRecordType(
  context: WriteContext,
  recordType: string,
  records: ImportRecord[],
  progress: (done: number) => void,
): WriteOutcome[] {
  if (recordType === 'materials') return writeJobLines(context, records)
  if (recordType === 'bills') return writeBills(context, records)
  if (recordType === 'supplierprices') return writeSupplierPrices(context, records)
  if (recordType === 'counts') return writeStockCounts(context, records)
  if (recordType === 'locations') return writeLocations(context, records, progress)
  const write = recordType === 'jobs' ? writeJob : upsertRecord
  return records.map((record, at) => {
    if (at % PROGRESS_STEP === PROGRESS_STEP - 1) progress(at)
    return write(context, record)
  })
}
