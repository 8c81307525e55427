import { type ImportProblem, type Outcome, problem } from './problem.ts'
import {
  type FieldSource,
  isObject,
  type Json,
  onlyWords,
  type Report,
  readSource,
  textOr,
} from './source.ts'

/** What can be imported: the fields of each noun, and those that a row must fill. */
export type Nouns = Record<string, { fields: readonly string[]; required?: readonly string[] }>

export type FileMapping = {
  file: string
  noun: string
  key: string | null
  fields: Record<string, FieldSource>
}
/** `empty` is the word that stands for an empty cell. */
export type Mapping = { empty: string; files: FileMapping[] }

/**
 * Reads a mapping file (text or parsed JSON), in short:
 *
 *     { "empty": "NULL", "files": [{ "file": "orders.csv", "noun": "jobs", "key": "orderID", "fields": {
 *       "reference": "orderID",
 *       "client": { "column": "customerID", "reference": "clients" },
 *       "start": { "column": "orderDate", "transform": "date" } } }] }
 *
 * Every mistake is named with its file and field, and then there is no mapping.
 */
export function readMapping(input: unknown, nouns: Nouns): Outcome<Mapping> {
  const json = parsed(input)
  if (!isObject(json) || !Array.isArray(json.files) || json.files.length === 0)
    return { ok: false, problems: [problem('mapping', 'The mapping is not JSON with a list named "files".')] }
  const problems: ImportProblem[] = []
  const inMapping: Report = (sentence) => problems.push(problem('mapping', sentence))
  onlyWords(json, ['empty', 'files'], inMapping)
  if (json.empty !== undefined && typeof json.empty !== 'string') inMapping('"empty" must be text.')
  const files = json.files.flatMap((entry) => readFile(entry, nouns, problems) ?? [])
  problems.push(...referenceProblems(files))
  if (problems.length) return { ok: false, problems }
  return { ok: true, value: { empty: textOr(json.empty, ''), files } }
}

function readFile(entry: unknown, nouns: Nouns, problems: ImportProblem[]): FileMapping | null {
  const file = isObject(entry) ? textOr(entry.file, '') : ''
  const report: Report = (sentence) => problems.push(problem(file || 'mapping', sentence))
  if (!isObject(entry) || !file) report('An entry of "files" names no file.')
  else {
    onlyWords(entry, ['file', 'noun', 'key', 'fields'], report)
    const noun = textOr(entry.noun, '')
    const known = Object.hasOwn(nouns, noun) ? nouns[noun] : undefined
    if (!known) report(`There is no noun "${noun}"; there are ${Object.keys(nouns).join(', ')}.`)
    else if (entry.key !== undefined && typeof entry.key !== 'string') report('"key" must name a column.')
    else if (!isObject(entry.fields)) report('"fields" must say which column fills which field.')
    else
      return {
        file,
        noun,
        key: textOr(entry.key, null),
        fields: readFields(noun, known, entry.fields, report),
      }
  }
  return null
}

function readFields(noun: string, known: Nouns[string], json: Json, report: Report): FileMapping['fields'] {
  const fields: FileMapping['fields'] = {}
  for (const [field, source] of Object.entries(json)) {
    const inField: Report = (sentence) => report(`Field ${field}: ${sentence}`)
    if (!known.fields.includes(field)) inField(`${noun} have no such field.`)
    else fields[field] = readSource(typeof source === 'string' ? { column: source } : source, inField)
  }
  for (const field of known.required ?? []) {
    if (fields[field]) fields[field].required = true
    else report(`Field ${field}: ${noun} need it, and nothing fills it.`)
  }
  return fields
}

/** A reference needs a file that fills its noun and says which column is the key. */
function referenceProblems(files: FileMapping[]): ImportProblem[] {
  const keyed = new Set(files.filter(({ key }) => key).map(({ noun }) => noun))
  return files.flatMap(({ file, fields }) =>
    Object.entries(fields).flatMap(([field, { reference }]) =>
      reference && !keyed.has(reference)
        ? problem(file, `Field ${field}: No file fills ${reference} and names its key column.`)
        : [],
    ),
  )
}

function parsed(input: unknown): unknown {
  if (typeof input !== 'string') return input
  try {
    return JSON.parse(input)
  } catch {
    return null
  }
}
