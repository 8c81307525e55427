import { randomUUIDv7 } from 'bun'
import type { WriteStep } from '#db/sliced-file.ts'
import type { Tx } from '#db/tenants.ts'
import type { ColumnValues, ImportRecord } from '#server/import/check/coerce-rows.ts'
import { type ExistingRecords, indexExistingRecords } from '#server/import/check/existing-records.ts'
import type { ImportRow } from '#server/import/map/import-row.ts'
import { referencedType } from '#server/import/map/record-fields.ts'
import type { ImportProblem } from '#server/import/read/problem.ts'
import { createPricingGroup } from './create-pricing-group.ts'
import type { WrittenRecord } from './undo-log.ts'
import type { RecordReport, WriteOptions } from './write-options.ts'

export type ResolvedRecord = { id: string; values: ColumnValues; exists: boolean }

export type RecordResolver = {
  /** Null when the record has a problem. */
  resolve(record: ImportRecord): ResolvedRecord | null
  findId(row: ImportRow): string | undefined
  exists(row: ImportRow | undefined): boolean
  readonly keys: { recordType: string; key: string; id: string }[]
}

type Sinks = {
  problems: readonly ImportProblem[]
  steps: WriteStep[]
  written: WrittenRecord[]
  report: RecordReport
}

export function createRecordResolver(tx: Tx, options: WriteOptions, sinks: Sinks): RecordResolver {
  const ids = new Map<ImportRow, string>()
  const existing = new Set<ImportRow>()
  const rowsById = new Map<string, ImportRow>()
  const keys: RecordResolver['keys'] = []
  const references = createReferenceResolver(tx, sinks, ids)
  const { problems } = sinks

  function resolve(record: ImportRecord): ResolvedRecord | null {
    const before = problems.length
    const values = references.resolve(record)
    const records = references.existingRecords(record.recordType)
    const at = (field: string) => String(values[field] ?? '')
    const match = records.findByKey(at)
    const id = match?.id ?? randomUUIDv7()
    const twin = match && rowsById.get(id)
    if (twin)
      sinks.report(
        record,
        match.field,
        `“${at(match.field)}” is taken by ${options.source ? `“${twin.values[match.field] ?? ''}” of ${options.source}` : `${twin.file}, line ${twin.line}`}.`,
      )
    else if (match?.id) existing.add(record.row)
    const taken = records.findTakenField(at, match?.id)
    if (taken) sinks.report(record, taken, `“${at(taken)}” is that of another record already.`)
    // Only rows of one import can refer to each other.
    if (!options.isSingleList) ids.set(record.row, id)
    if (match) rowsById.set(id, record.row)
    // What a record is given is taken for the rows after it, also when it existed.
    if (match && (!match.id || options.match === 'update')) records.add(at, id)
    if (problems.length > before) return null
    if (options.isSingleList && record.row.key)
      keys.push({ recordType: record.recordType, key: record.row.key, id })
    return { id, values, exists: match?.id !== undefined }
  }

  return {
    resolve,
    keys,
    findId: (row) => ids.get(row),
    exists: (row) => row !== undefined && existing.has(row),
  }
}

function createReferenceResolver(tx: Tx, sinks: Sinks, ids: ReadonlyMap<ImportRow, string>) {
  const indexes = new Map<string, ExistingRecords>()

  function existingRecords(recordType: string): ExistingRecords {
    const index = indexes.get(recordType) ?? indexExistingRecords(tx.db, recordType)
    indexes.set(recordType, index)
    return index
  }

  function lookUp(record: ImportRecord, field: string, text: string): string | null {
    const recordType = referencedType(record.recordType, field) ?? ''
    const found = existingRecords(recordType).lookUp(text)
    if (found.length === 1) return found[0]!
    if (found.length === 0 && recordType === 'pricinggroups') {
      const id = createPricingGroup(tx, text, record.row.line, sinks)
      existingRecords(recordType).add((name) => (name === 'name' ? text : ''), id)
      return id
    }
    const reason = found.length
      ? `is the name of ${found.length} ${recordType}: give them codes`
      : `is not among the ${recordType}`
    sinks.report(record, field, `“${text}” ${reason}.`)
    return null
  }

  return {
    existingRecords,
    resolve(record: ImportRecord): ColumnValues {
      const { values } = record
      for (const field in record.references) values[field] = ids.get(record.references[field]!) ?? null
      for (const field in record.lookups) values[field] = lookUp(record, field, record.lookups[field]!)
      return values
    },
  }
}
