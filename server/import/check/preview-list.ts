import { type ColumnChoices, mappingFromChoices } from '#server/import/map/column-choices.ts'
import { fieldLabel } from '#server/import/map/headers.ts'
import { importFields } from '#server/import/map/import-lists.ts'
import { readMapping } from '#server/import/map/mapping.ts'
import { mappableTypes } from '#server/import/map/record-fields.ts'
import { getRecordType } from '#server/import/map/record-types.ts'
import type { FileInspection } from '#server/import/read/inspect-file.ts'
import type { ColumnValue } from './coerce.ts'
import { formatValue, namedValues } from './format-value.ts'
import { validateTable } from './validate-list.ts'

type ListPreview = {
  heads: string[]
  rows: { line: number; cells: string[] }[]
  problems: string[]
  warnings: string[]
  spare: string[]
}

/** The first rows of a file by what is chosen for its columns; required fields may still be open. */
export function previewList(
  recordType: string,
  filename: string,
  { columns, rows }: FileInspection,
  choices: ColumnChoices,
): ListPreview {
  const chosen = importFields(recordType).filter(
    (field) => choices.fields[field]?.column || choices.fields[field]?.fallback,
  )
  const heads = chosen.map((field) => fieldLabel(recordType, field))
  const names = columns.map(({ name }) => name)
  const spare = unusedColumns(names, choices)
  const warnings = chosen.flatMap((field) => warnOfNumbers(recordType, field, columns, choices))
  const relaxed = {
    ...mappableTypes,
    [recordType]: { fields: Object.keys(getRecordType(recordType).fields) },
  }
  const mapping = readMapping(mappingFromChoices(recordType, filename, choices), relaxed)
  if (!mapping.ok || chosen.length === 0) return { heads, rows: [], problems: [], warnings, spare }
  const table = { file: filename, columns: names, rows: withoutEmptyWord(rows, choices.empty) }
  const { records, problems } = validateTable(recordType, mapping.value, table)
  return {
    heads,
    warnings,
    spare,
    rows: records.map(({ row, values, lookups }) => ({
      line: row.line,
      cells: chosen.map((field) => cellText(recordType, field, values[field] ?? lookups[field])),
    })),
    problems: problems.map(({ line, column, sentence }) => `Line ${line}, ${column}: ${sentence}`),
  }
}

/** The numbers of another program's statuses and classes hardly ever mean what ours do. */
function warnOfNumbers(
  recordType: string,
  field: string,
  columns: FileInspection['columns'],
  { fields }: ColumnChoices,
): string[] {
  const kind = getRecordType(recordType).fields[field]
  const named = typeof kind === 'string' ? namedValues[kind] : undefined
  const samples = columns.find(({ name }) => name === fields[field]?.column)?.samples ?? []
  const taken = named ? samples.filter((text) => named[text]).map((text) => `${text} as ${named[text]}`) : []
  if (taken.length === 0) return []
  const label = fieldLabel(recordType, field)
  return [
    `${label} is read by its numbers: ${taken.join(', ')}. Where they mean something else, choose no column here, or write the words into the file.`,
  ]
}

function unusedColumns(names: readonly string[], { fields, key }: ColumnChoices): string[] {
  const used = new Set([key, ...Object.values(fields).flatMap(({ column, and }) => [column, and])])
  return names.filter((name) => !used.has(name))
}

const withoutEmptyWord = (rows: FileInspection['rows'], empty: string) =>
  rows.map(({ line, cells }) => ({ line, cells: cells.map((cell) => (empty && cell === empty ? '' : cell)) }))

function cellText(recordType: string, field: string, value: ColumnValue | undefined): string {
  const kind = getRecordType(recordType).fields[field]
  return typeof kind === 'string' ? formatValue(kind, value ?? null) : String(value ?? '')
}
