import { type Choices, mappingOf } from '#server/import/choices.ts'
import type { Draft } from '#server/import/drafts.ts'
import { labelOf } from '#server/import/labels.ts'
import { fieldsOf } from '#server/import/lists.ts'
import { readMapping } from '#server/import/mapping.ts'
import { mappable, nounOf } from '#server/import/nouns.ts'
import { recordsOf } from '#server/import/read-list.ts'
import { saidOf, type Value } from '#server/import/read-value.ts'

export type Preview = {
  heads: string[]
  rows: { line: number; cells: string[] }[]
  problems: string[]
  spare: string[]
}

/** How the first rows of a file come out, by what is chosen for its columns. */
export function previewOf({ noun, filename, look }: Draft, choices: Choices): Preview {
  const relaxed = { ...mappable, [noun]: { fields: Object.keys(nounOf(noun).fields) } }
  const mapping = readMapping(mappingOf(noun, filename, choices), relaxed)
  const chosen = fieldsOf(noun).filter(
    (field) => choices.fields[field]?.column || choices.fields[field]?.fallback,
  )
  const heads = chosen.map((field) => labelOf(noun, field))
  const used = new Set([
    choices.key,
    ...Object.values(choices.fields).flatMap(({ column, and }) => [column, and]),
  ])
  const spare = look.columns.map(({ name }) => name).filter((name) => !used.has(name))
  if (!mapping.ok || chosen.length === 0) return { heads, rows: [], problems: [], spare }
  const columns = look.columns.map(({ name }) => name)
  const rows = look.rows.map(({ line, cells }) => ({
    line,
    cells: cells.map((cell) => (choices.empty && cell === choices.empty ? '' : cell)),
  }))
  const { records, problems } = recordsOf(noun, mapping.value, { file: filename, columns, rows })
  return {
    heads,
    spare,
    rows: records.map(({ row, values, looks }) => ({
      line: row.line,
      cells: chosen.map((field) => said(noun, field, values[field] ?? looks[field])),
    })),
    problems: problems.map(({ line, column, sentence }) => `Line ${line}, ${column}: ${sentence}`),
  }
}

function said(noun: string, field: string, value: Value | undefined): string {
  const kind = nounOf(noun).fields[field]
  return typeof kind === 'string' ? saidOf(kind, value ?? null) : String(value ?? '')
}
