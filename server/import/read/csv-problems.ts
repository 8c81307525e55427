import type { CsvError } from 'csv-parse/sync'
import type { CsvRow } from './csv-file.ts'
import { problem } from './problem.ts'

export function quoteProblem(file: string, error: CsvError, header: CsvRow | undefined, line: number) {
  const at = Number(error.index)
  const column = header?.cells[at]?.trim() || `column ${at + 1}`
  // The parser notices an unclosed quote only at the end of the file; the row is where the reader must look.
  if (error.code === 'CSV_QUOTE_NOT_CLOSED')
    return problem(file, 'A quote opens here and is never closed.', line, column)
  if (error.code === 'CSV_MAX_RECORD_SIZE')
    return problem(file, 'This row has no end: perhaps a quote opens in it and is never closed.', line)
  return problem(
    file,
    'A quote stands where none may be: inside a cell, quotes are doubled.',
    Number(error.lines),
    column,
  )
}

export function headerProblems(file: string, columns: string[], line: number) {
  const firsts = new Map<string, number>()
  return columns.flatMap((name, at) => {
    if (!name) return problem(file, `Column ${at + 1} has no name.`, line, `column ${at + 1}`)
    const first = firsts.get(name)
    if (first !== undefined)
      return problem(file, `Columns ${first + 1} and ${at + 1} have the same name.`, line, name)
    firsts.set(name, at)
    return []
  })
}

export function widthProblems(file: string, columns: string[], rows: CsvRow[]) {
  const wide = columns.length
  return rows.flatMap(({ line, cells }) => {
    if (cells.length === wide) return []
    const column = columns[cells.length] ?? `column ${wide + 1}`
    return problem(file, `The row has ${cells.length} cells where the head has ${wide}.`, line, column)
  })
}
