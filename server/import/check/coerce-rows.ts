import { Problem } from '#server/errors.ts'
import type { ImportRow, ImportRows } from '#server/import/map/import-row.ts'
import type { FileMapping, Mapping } from '#server/import/map/mapping.ts'
import { referencedType } from '#server/import/map/record-fields.ts'
import type { RecordField } from '#server/import/map/record-type.ts'
import { getRecordType, recordTypes } from '#server/import/map/record-types.ts'
import { type ImportProblem, problem } from '#server/import/read/problem.ts'
import { type ColumnValue, coerceText, coercions } from './coerce.ts'

export type ColumnValues = Record<string, ColumnValue>

/** `references` leads to rows of the same import, `lookups` names records that the account has. */
export type ImportRecord = {
  row: ImportRow
  recordType: string
  values: ColumnValues
  references: Record<string, ImportRow>
  lookups: Record<string, string>
}
export type ImportRecords = { recordType: string; records: ImportRecord[] }[]

/** A field that refers to another record type without a `reference` in the mapping is looked up in the account. */
export function coerceRows(mapping: Mapping, rows: ImportRows) {
  const problems = mapping.files.flatMap(wrongReferences)
  const records: ImportRecords = Object.keys(recordTypes).flatMap((recordType) =>
    rows[recordType]
      ? { recordType, records: rows[recordType].map((row) => coerceRow(recordType, row, mapping, problems)) }
      : [],
  )
  return { records, problems }
}

function wrongReferences({ file, recordType, fields }: FileMapping): ImportProblem[] {
  return Object.entries(fields).flatMap(([name, { reference }]) => {
    const to = referencedType(recordType, name)
    if (!reference || to === reference) return []
    const instead = to ? `refers to ${to}, not to ${reference}` : 'refers to nothing'
    return problem(file, `Field ${name}: It ${instead}.`)
  })
}

function coerceRow(
  recordType: string,
  row: ImportRow,
  mapping: Mapping,
  problems: ImportProblem[],
): ImportRecord {
  const record: ImportRecord = { row, recordType, values: {}, references: row.references, lookups: {} }
  for (const [name, text] of Object.entries(row.values)) {
    const field = getRecordType(recordType).fields[name]
    if (!text.trim() || !field) continue
    if (typeof field === 'object' && 'references' in field) {
      if (!row.references[name]) record.lookups[name] = text.trim()
      continue
    }
    try {
      record.values[name] = coerceField(field, text)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      const column = findSourceColumn(mapping, recordType, row.file, name)
      problems.push(problem(row.file, error.message, row.line, column))
    }
  }
  return record
}

/** @throws a `Problem` that says what is wrong */
const coerceField = (field: Exclude<RecordField, { references: string }>, text: string): ColumnValue =>
  typeof field === 'string' ? coercions[field](text) : coerceText(text, field)

export function findSourceColumn(mapping: Mapping, recordType: string, file: string, field: string): string {
  const entry = mapping.files.find((one) => one.file === file && one.recordType === recordType)
  return entry?.fields[field]?.columns.join(' + ') || field
}
