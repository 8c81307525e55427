import { Problem } from '#server/errors.ts'
import type { CsvFile, CsvRow } from '#server/import/read/csv-file.ts'
import { type ImportProblem, type ImportResult, problem } from '#server/import/read/problem.ts'
import type { FieldSource } from './field-source.ts'
import type { ImportRow, ImportRows } from './import-row.ts'
import type { FileMapping, Mapping } from './mapping.ts'
import { indexKeys, resolveReferences } from './row-references.ts'
import { transforms } from './transforms.ts'

type Files = Record<string, Pick<CsvFile, 'columns' | 'rows'>>

export function applyMapping(mapping: Mapping, files: Files): ImportResult<ImportRows> {
  const { rows, problems } = mapRows(mapping, files)
  return problems.length ? { ok: false, problems } : { ok: true, value: rows }
}

/** Rows beside problems: what is wrong with one row need not hide what is wrong with another. */
export function mapRows(mapping: Mapping, files: Files): { rows: ImportRows; problems: ImportProblem[] } {
  const missing = mapping.files.flatMap((entry) => fileProblems(entry, files))
  if (missing.length) return { rows: {}, problems: missing }
  const problems: ImportProblem[] = []
  const mapped = mapping.files.map((entry) => ({ entry, rows: mapFile(entry, files[entry.file]!, problems) }))
  const keys = indexKeys(mapped, problems)
  for (const { entry, rows } of mapped) resolveReferences(entry, rows, keys, problems)
  const rows: ImportRows = {}
  for (const { entry, rows: own } of mapped)
    rows[entry.recordType] = (rows[entry.recordType] ?? []).concat(own)
  return { rows, problems }
}

function fileProblems({ file, key, fields }: FileMapping, files: Files): ImportProblem[] {
  const columns = files[file]?.columns
  if (!columns) return [problem(file, 'The mapping names this file, and it is not here.')]
  const missingColumn = (column: string, where: string) =>
    columns.includes(column)
      ? []
      : [problem(file, `${where}: The file has no column "${column}"; it has ${columns.join(', ')}.`)]
  const needed = Object.entries(fields).flatMap(([field, source]) =>
    source.columns.flatMap((column) => missingColumn(column, `Field ${field}`)),
  )
  return [...(key ? missingColumn(key, 'Key') : []), ...needed]
}

function mapFile(entry: FileMapping, csv: Files[string], problems: ImportProblem[]): ImportRow[] {
  const indexOf = (column: string) => csv.columns.indexOf(column)
  const keyAt = entry.key === null ? -1 : indexOf(entry.key)
  const sources = Object.entries(entry.fields).map(([field, source]) => ({
    field,
    source,
    at: source.columns.map(indexOf),
  }))
  return csv.rows.map((row) => {
    const values: Record<string, string> = {}
    for (const { field, source, at } of sources) {
      const outcome = cellValue(source, at, row)
      if ('value' in outcome) values[field] = outcome.value
      else problems.push(problem(entry.file, outcome.error, row.line, source.columns.join(' + ') || field))
    }
    return { file: entry.file, line: row.line, key: row.cells[keyAt]?.trim() ?? null, values, references: {} }
  })
}

function cellValue(source: FieldSource, at: number[], row: CsvRow): { value: string } | { error: string } {
  const filled = at.map((index) => row.cells[index] ?? '').filter((cell) => cell.trim())
  const text = source.value ?? filled.join(source.join)
  const chosen = source.values ? translate(source.values, text.trim()) : text
  if (chosen === undefined) return { error: `The mapping gives no value for “${text}”.` }
  try {
    const value = chosen.trim() && source.transform.reduce((text, name) => transforms[name](text), chosen)
    if (value || source.default) return { value: value || source.default }
    return source.required ? { error: 'The cell is empty, and this is needed.' } : { value: '' }
  } catch (error) {
    if (error instanceof Problem) return { error: error.message }
    throw error
  }
}

function translate(values: Record<string, string>, text: string): string | undefined {
  if (Object.hasOwn(values, text)) return values[text]
  return text ? values['*'] : ''
}
