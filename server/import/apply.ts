import { Problem } from '#server/errors.ts'
import type { CsvFile, CsvRow } from './csv.ts'
import type { FileMapping, Mapping } from './mapping.ts'
import { type ImportProblem, type Outcome, problem } from './problem.ts'
import type { FieldSource } from './source.ts'
import { transforms } from './transforms.ts'

/**
 * One row for one noun. `values` holds text for every mapped field ('' when empty): dates `YYYY-MM-DD`, decimals with
 * a point, booleans `true` or `false`. `refers` holds, for a filled reference, the row that it means.
 */
export type ImportRow = {
  file: string
  line: number
  key: string | null
  values: Record<string, string>
  refers: Record<string, ImportRow>
}
/** Rows by noun, in the order of the mapping and of the files. */
export type ImportRows = Record<string, ImportRow[]>

/**
 * Turns files into rows by noun, or names every cell that stands in the way. `files` are by the name that the mapping
 * gives them; further files are ignored.
 */
export function applyMapping(mapping: Mapping, files: Files): Outcome<ImportRows> {
  const { rows, problems } = applyLeniently(mapping, files)
  return problems.length ? { ok: false, problems } : { ok: true, value: rows }
}

/** The same, with the rows beside the problems: what is wrong with one row need not hide what is wrong with another. */
export function applyLeniently(
  mapping: Mapping,
  files: Files,
): { rows: ImportRows; problems: ImportProblem[] } {
  const missing = mapping.files.flatMap((entry) => fileProblems(entry, files))
  if (missing.length) return { rows: {}, problems: missing }
  const problems: ImportProblem[] = []
  const parts = mapping.files.map((entry) => ({ entry, rows: readRows(entry, files[entry.file]!, problems) }))
  const keys = indexKeys(parts, problems)
  for (const { entry, rows } of parts) resolve(entry, rows, keys, problems)
  const rows: ImportRows = {}
  for (const { entry, rows: own } of parts) rows[entry.noun] = (rows[entry.noun] ?? []).concat(own)
  return { rows, problems }
}

type Files = Record<string, Pick<CsvFile, 'columns' | 'rows'>>

type Part = { entry: FileMapping; rows: ImportRow[] }
type Keys = Map<string, Map<string, ImportRow>>

function fileProblems({ file, key, fields }: FileMapping, files: Files): ImportProblem[] {
  const columns = files[file]?.columns
  if (!columns) return [problem(file, 'The mapping names this file, and it is not here.')]
  const lacking = (column: string, where: string) =>
    columns.includes(column)
      ? []
      : [problem(file, `${where}: The file has no column "${column}"; it has ${columns.join(', ')}.`)]
  const needed = Object.entries(fields).flatMap(([field, source]) =>
    source.columns.flatMap((column) => lacking(column, `Field ${field}`)),
  )
  return [...(key ? lacking(key, 'Key') : []), ...needed]
}

function readRows(entry: FileMapping, csv: Files[string], problems: ImportProblem[]): ImportRow[] {
  const at = (column: string) => csv.columns.indexOf(column)
  const keyAt = entry.key === null ? -1 : at(entry.key)
  const sources = Object.entries(entry.fields).map(([field, source]) => ({
    field,
    source,
    at: source.columns.map(at),
  }))
  return csv.rows.map((row) => {
    const values: Record<string, string> = {}
    for (const { field, source, at } of sources) {
      const outcome = cellValue(source, at, row)
      if ('value' in outcome) values[field] = outcome.value
      else problems.push(problem(entry.file, outcome.wrong, row.line, source.columns.join(' + ') || field))
    }
    return { file: entry.file, line: row.line, key: row.cells[keyAt]?.trim() ?? null, values, refers: {} }
  })
}

function cellValue(source: FieldSource, at: number[], row: CsvRow): { value: string } | { wrong: string } {
  const filled = at.map((index) => row.cells[index] ?? '').filter((cell) => cell.trim())
  const text = source.value ?? filled.join(source.join)
  const chosen = source.values ? choose(source.values, text.trim()) : text
  if (chosen === undefined) return { wrong: `The mapping gives no value for “${text}”.` }
  try {
    const value = chosen.trim() && source.transform.reduce((text, name) => transforms[name](text), chosen)
    if (value || source.default) return { value: value || source.default }
    return source.required ? { wrong: 'The cell is empty, and this is needed.' } : { value: '' }
  } catch (error) {
    if (error instanceof Problem) return { wrong: error.message }
    throw error
  }
}

function choose(values: Record<string, string>, text: string): string | undefined {
  if (Object.hasOwn(values, text)) return values[text]
  return text ? values['*'] : ''
}

/** Keys of each noun, over all files that fill it; a key that is empty or taken is a problem of its row. */
function indexKeys(parts: Part[], problems: ImportProblem[]): Keys {
  const keys: Keys = new Map()
  for (const { entry, rows } of parts) {
    if (!entry.key) continue
    const known = keys.get(entry.noun) ?? new Map<string, ImportRow>()
    keys.set(entry.noun, known)
    for (const row of rows) {
      const wrong = keyProblem(row, known)
      if (wrong) problems.push(problem(entry.file, wrong, row.line, entry.key))
      else known.set(row.key!, row)
    }
  }
  return keys
}

function keyProblem({ key }: ImportRow, known: Map<string, ImportRow>): string | null {
  if (!key) return 'The key is empty.'
  const first = known.get(key)
  return first ? `The key “${key}” is taken by ${first.file}, line ${first.line}.` : null
}

function resolve(
  { file, fields }: FileMapping,
  rows: ImportRow[],
  keys: Keys,
  problems: ImportProblem[],
): void {
  for (const [field, { reference, columns }] of Object.entries(fields)) {
    if (!reference) continue
    for (const row of rows) {
      const key = row.values[field]?.trim()
      const found = key ? keys.get(reference)?.get(key) : undefined
      if (found) row.refers[field] = found
      else if (key)
        problems.push(
          problem(
            file,
            `There is no “${key}” among the ${reference}.`,
            row.line,
            columns.join(' + ') || field,
          ),
        )
    }
  }
}
