import { writeFileSync } from 'node:fs'
import { csvHead, csvLine } from '#server/export/csv.ts'
import { type ImportProblem, sortByLine } from '#server/import/read/problem.ts'
import type { ImportTable } from '#server/import/read/table-options.ts'

/** The rows of a list that have a problem, each with all that is wrong in it, to be mended and chosen again. */
export function writeRefusedRows(
  path: string,
  { columns, rows }: Pick<ImportTable, 'columns' | 'rows'>,
  problems: readonly ImportProblem[],
): void {
  const reasons = new Map<number | null, string[]>()
  for (const { line, column, sentence } of sortByLine([...problems])) {
    const known = reasons.get(line) ?? []
    reasons.set(line, known)
    known.push(column ? `${column}: ${sentence}` : sentence)
  }
  const lines = rows.flatMap(({ line, cells }) => {
    const why = reasons.get(line)
    return why ? csvLine([...cells, String(line), why.join(' ')]) : []
  })
  const head = csvHead([...columns, LINE, REASONS].map((name) => ({ head: name })))
  writeFileSync(path, head + lines.join(''), { mode: 0o600 })
}

const LINE = 'Line in the file'
const REASONS = 'What is wrong'
