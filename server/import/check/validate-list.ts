import { mapRows } from '#server/import/map/apply-mapping.ts'
import { type ColumnChoices, mappingFromChoices } from '#server/import/map/column-choices.ts'
import { type Mapping, readMapping } from '#server/import/map/mapping.ts'
import { mappableTypes } from '#server/import/map/record-fields.ts'
import { type ImportProblem, sortByLine } from '#server/import/read/problem.ts'
import { readTable } from '#server/import/read/table.ts'
import type { ImportTable } from '#server/import/read/table-options.ts'
import { coerceRows, type ImportRecord } from './coerce-rows.ts'

export type ValidatedList = { records: ImportRecord[]; table: ListTable; problems: ImportProblem[] }

type ListTable = Pick<ImportTable, 'columns' | 'rows'>

type ListOptions = { sheet?: string; progress?: (done: number, total: number) => void }

/** Rows with a problem are left out of the records, so that the others can be checked all the same. */
export async function validateList(
  recordType: string,
  file: string,
  bytes: Uint8Array,
  choices: ColumnChoices,
  { sheet, progress }: ListOptions = {},
): Promise<ValidatedList> {
  const none: ValidatedList = { records: [], table: { columns: [], rows: [] }, problems: [] }
  const mapping = readMapping(mappingFromChoices(recordType, file, choices), mappableTypes)
  if (!mapping.ok) return { ...none, problems: mapping.problems }
  const table = await readTable(file, bytes, {
    sheet,
    empty: choices.empty,
    progress: (rows) => progress?.(rows, 0),
  })
  if (!table.ok) return { ...none, problems: table.problems }
  const { rows } = table.value
  progress?.(rows.length, rows.length)
  return { ...validateTable(recordType, mapping.value, table.value), table: table.value }
}

export function validateTable(
  recordType: string,
  mapping: Mapping,
  table: Pick<ImportTable, 'file' | 'columns' | 'rows'>,
) {
  const mapped = mapRows(mapping, { [table.file]: table })
  const coerced = coerceRows(mapping, mapped.rows)
  const problems = sortByLine([...mapped.problems, ...coerced.problems])
  const wrong = new Set(problems.map(({ line }) => line))
  const own = coerced.records.find((one) => one.recordType === recordType)?.records ?? []
  return { records: own.filter(({ row }) => !wrong.has(row.line)), problems }
}
