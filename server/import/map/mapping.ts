import { type ImportProblem, type ImportResult, problem } from '#server/import/read/problem.ts'
import {
  type FieldSource,
  isObject,
  type Json,
  type MappingReport,
  readSource,
  rejectUnknownKeys,
  textOr,
} from './field-source.ts'

export type MappableTypes = Record<string, { fields: readonly string[]; required?: readonly string[] }>

export type FileMapping = {
  file: string
  recordType: string
  key: string | null
  fields: Record<string, FieldSource>
}
export type Mapping = { empty: string; files: FileMapping[] }

/**
 * Text or parsed JSON, in short:
 *     { "empty": "NULL", "files": [{ "file": "orders.csv", "noun": "jobs", "key": "orderID", "fields": {
 *       "reference": "orderID",
 *       "client": { "column": "customerID", "reference": "clients" },
 *       "start": { "column": "orderDate", "transform": "date" } } }] }
 */
export function readMapping(input: unknown, types: MappableTypes): ImportResult<Mapping> {
  const json = parseJson(input)
  if (!isObject(json) || !Array.isArray(json.files) || json.files.length === 0)
    return { ok: false, problems: [problem('mapping', 'The mapping is not JSON with a list named "files".')] }
  const problems: ImportProblem[] = []
  const inMapping: MappingReport = (sentence) => problems.push(problem('mapping', sentence))
  rejectUnknownKeys(json, ['empty', 'files'], inMapping)
  if (json.empty !== undefined && typeof json.empty !== 'string') inMapping('"empty" must be text.')
  const files = json.files.flatMap((entry) => readFile(entry, types, problems) ?? [])
  problems.push(...referenceProblems(files))
  if (problems.length) return { ok: false, problems }
  return { ok: true, value: { empty: textOr(json.empty, ''), files } }
}

function readFile(entry: unknown, types: MappableTypes, problems: ImportProblem[]): FileMapping | null {
  const file = isObject(entry) ? textOr(entry.file, '') : ''
  const report: MappingReport = (sentence) => problems.push(problem(file || 'mapping', sentence))
  if (!isObject(entry) || !file) report('An entry of "files" names no file.')
  else {
    rejectUnknownKeys(entry, ['file', 'noun', 'key', 'fields'], report)
    const recordType = textOr(entry.noun, '')
    const known = Object.hasOwn(types, recordType) ? types[recordType] : undefined
    if (!known) report(`There is no noun "${recordType}"; there are ${Object.keys(types).join(', ')}.`)
    else if (entry.key !== undefined && typeof entry.key !== 'string') report('"key" must name a column.')
    else if (!isObject(entry.fields)) report('"fields" must say which column fills which field.')
    else
      return {
        file,
        recordType,
        key: textOr(entry.key, null),
        fields: readFields(recordType, known, entry.fields, report),
      }
  }
  return null
}

function readFields(
  recordType: string,
  known: MappableTypes[string],
  json: Json,
  report: MappingReport,
): FileMapping['fields'] {
  const fields: FileMapping['fields'] = {}
  for (const [field, source] of Object.entries(json)) {
    const inField: MappingReport = (sentence) => report(`Field ${field}: ${sentence}`)
    if (!known.fields.includes(field)) inField(`${recordType} have no such field.`)
    else fields[field] = readSource(typeof source === 'string' ? { column: source } : source, inField)
  }
  for (const field of known.required ?? []) {
    if (fields[field]) fields[field].required = true
    else report(`Field ${field}: ${recordType} need it, and nothing fills it.`)
  }
  return fields
}

function referenceProblems(files: FileMapping[]): ImportProblem[] {
  const keyed = new Set(files.filter(({ key }) => key).map(({ recordType }) => recordType))
  return files.flatMap(({ file, fields }) =>
    Object.entries(fields).flatMap(([field, { reference }]) =>
      reference && !keyed.has(reference)
        ? problem(file, `Field ${field}: No file fills ${reference} and names its key column.`)
        : [],
    ),
  )
}

function parseJson(input: unknown): unknown {
  if (typeof input !== 'string') return input
  try {
    return JSON.parse(input)
  } catch {
    return null
  }
}
