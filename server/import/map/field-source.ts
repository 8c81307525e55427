import { type Transform, transforms } from './transforms.ts'

export type FieldSource = {
  columns: string[]
  join: string
  value: string | null
  /** The record type whose key the value is. */
  reference: string | null
  /** The value to write for each text that the cell may hold; `*` stands for every other filled cell, '' for an empty one. */
  values: Record<string, string> | null
  transform: Transform[]
  default: string
  required: boolean
}
export type Json = Record<string, unknown>

export type MappingReport = (sentence: string) => void

const sourceKeys = [
  'column',
  'columns',
  'value',
  'join',
  'reference',
  'values',
  'transform',
  'default',
  'required',
]

/** Reports what is wrong, and returns a source all the same. */
export function readSource(json: unknown, report: MappingReport): FieldSource {
  const source = isObject(json) ? json : {}
  if (!isObject(json)) report('Give a column name or an object.')
  rejectUnknownKeys(source, sourceKeys, report)
  for (const word of ['column', 'value', 'join', 'reference', 'default'])
    if (source[word] !== undefined && typeof source[word] !== 'string') report(`"${word}" must be text.`)
  const given = ['column', 'columns', 'value'].filter((word) => source[word] !== undefined)
  if (given.length !== 1) report('Give exactly one of "column", "columns" and "value".')
  return {
    columns: source.column === undefined ? list(source.columns, 'columns', report) : [String(source.column)],
    join: textOr(source.join, ' '),
    value: textOr(source.value, null),
    reference: textOr(source.reference, null),
    values: readValues(source.values, report),
    transform: readTransforms(source.transform, report),
    default: textOr(source.default, ''),
    required: readRequired(source.required, report),
  }
}

function readTransforms(json: unknown, report: MappingReport): Transform[] {
  const names = list(typeof json === 'string' ? [json] : json, 'transform', report)
  const unknown = names.filter((name) => !Object.hasOwn(transforms, name))
  for (const name of unknown)
    report(`There is no transform "${name}"; there are ${Object.keys(transforms).join(', ')}.`)
  return names as Transform[]
}

function readValues(json: unknown, report: MappingReport): Record<string, string> | null {
  if (json === undefined) return null
  if (isObject(json) && Object.values(json).every((value) => typeof value === 'string'))
    return json as Record<string, string>
  report('"values" must give a text for each text.')
  return null
}

function readRequired(json: unknown, report: MappingReport): boolean {
  if (json !== undefined && typeof json !== 'boolean') report('"required" must be true or false.')
  return json === true
}

function list(json: unknown, word: string, report: MappingReport): string[] {
  if (json === undefined) return []
  if (Array.isArray(json) && json.length && json.every((item) => typeof item === 'string')) return json
  report(`"${word}" must be a list of text.`)
  return []
}

export function rejectUnknownKeys(json: Json, words: readonly string[], report: MappingReport): void {
  for (const word of Object.keys(json))
    if (!words.includes(word)) report(`"${word}" is no word of a mapping; here stand ${words.join(', ')}.`)
}

export const isObject = (json: unknown): json is Json =>
  typeof json === 'object' && json !== null && !Array.isArray(json)
export const textOr = <T>(json: unknown, otherwise: T) => (typeof json === 'string' ? json : otherwise)
