import { Problem } from '#server/errors.ts'
import type { ImportRow, ImportRows } from './apply.ts'
import type { FileMapping, Mapping } from './mapping.ts'
import { type Field, nounOf, nouns, refersTo } from './nouns.ts'
import { type ImportProblem, type Outcome, problem } from './problem.ts'
import { readers, readText, type Value } from './read-value.ts'

/** A row whose cells are values of columns. `refers` leads to records of the same import, `looks` to those before it. */
export type ImportRecord = {
  row: ImportRow
  noun: string
  values: Record<string, Value>
  refers: Record<string, ImportRow>
  looks: Record<string, string>
}
export type ImportRecords = { noun: string; records: ImportRecord[] }[]

/**
 * Rows to records, in the order in which they are written. A field that refers to another noun without a
 * `reference` in the mapping is looked up, later, among what the account has.
 */
export function readRecords(mapping: Mapping, rows: ImportRows): Outcome<ImportRecords> {
  const { records, problems } = readLeniently(mapping, rows)
  return problems.length ? { ok: false, problems } : { ok: true, value: records }
}

/** The same, with the records beside the problems. */
export function readLeniently(mapping: Mapping, rows: ImportRows) {
  const problems = mapping.files.flatMap(wrongReferences)
  const records: ImportRecords = Object.keys(nouns).flatMap((noun) =>
    rows[noun] ? { noun, records: rows[noun].map((row) => readRecord(noun, row, mapping, problems)) } : [],
  )
  return { records, problems }
}

function wrongReferences({ file, noun, fields }: FileMapping): ImportProblem[] {
  return Object.entries(fields).flatMap(([name, { reference }]) => {
    const to = refersTo(noun, name)
    if (!reference || to === reference) return []
    const instead = to ? `refers to ${to}, not to ${reference}` : 'refers to nothing'
    return problem(file, `Field ${name}: It ${instead}.`)
  })
}

function readRecord(noun: string, row: ImportRow, mapping: Mapping, problems: ImportProblem[]): ImportRecord {
  const record: ImportRecord = { row, noun, values: {}, refers: row.refers, looks: {} }
  for (const [name, text] of Object.entries(row.values)) {
    const field = nounOf(noun).fields[name]
    if (!text.trim() || !field) continue
    if (typeof field === 'object' && 'refers' in field) {
      if (!row.refers[name]) record.looks[name] = text.trim()
      continue
    }
    try {
      record.values[name] = readField(field, text)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      problems.push(problem(row.file, error.message, row.line, columnOf(mapping, noun, row.file, name)))
    }
  }
  return record
}

/** The value of a filled cell that refers to nothing. @throws a `Problem` that says what is wrong */
const readField = (field: Exclude<Field, { refers: string }>, text: string): Value =>
  typeof field === 'string' ? readers[field](text) : readText(text, field)

/** The columns of the file that fill a field, as a problem names them. */
export function columnOf(mapping: Mapping, noun: string, file: string, field: string): string {
  const entry = mapping.files.find((one) => one.file === file && one.noun === noun)
  return entry?.fields[field]?.columns.join(' + ') || field
}
