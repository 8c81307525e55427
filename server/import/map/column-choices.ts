import { findImportList } from './import-lists.ts'

/** Where one field's value comes from, as a person chose it. Empty text means "nothing". */
type ColumnChoice = {
  column: string
  and: string
  fallback: string
  /** A percentage that is written as a fraction: 0,05 for 5 %. */
  fraction: boolean
}
/** `key`: the column by which other lists name a row. `empty`: the word for an empty cell. */
export type ColumnChoices = { fields: Record<string, ColumnChoice>; key: string; empty: string }

export const NO_COLUMN: ColumnChoice = { column: '', and: '', fallback: '', fraction: false }

export const chosenColumn = ({ fields }: ColumnChoices, field: string): ColumnChoice =>
  fields[field] ?? NO_COLUMN

export function mappingFromChoices(recordType: string, file: string, choices: ColumnChoices): unknown {
  const fields = Object.entries(choices.fields).flatMap(([field, choice]): [string, object][] => {
    const { column, and, fallback, fraction } = choice
    if (!column) return fallback ? [[field, { value: fallback }]] : []
    const source = {
      columns: and ? [column, and] : [column],
      ...(fallback ? { default: fallback } : {}),
      ...(fraction ? { transform: 'percent' } : {}),
    }
    return [[field, source]]
  })
  const key = findImportList(recordType)?.keyed && choices.key ? { key: choices.key } : {}
  return {
    empty: choices.empty,
    files: [{ file, noun: recordType, ...key, fields: Object.fromEntries(fields) }],
  }
}
