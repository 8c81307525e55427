import type { CsvFile, CsvRow } from './csv-file.ts'
import { decodeText, guessSeparator } from './csv-format.ts'
import { headerProblems, widthProblems } from './csv-problems.ts'
import { type ParseLimits, parseRows } from './parse-rows.ts'
import { type ImportResult, refuseFile } from './problem.ts'

export type CsvOptions = ParseLimits & {
  empty?: string
}

/** Encoding (UTF-8, else Windows-1252) and separator are guessed, rows without a filled cell are left out. */
export function readCsv(file: string, bytes: Uint8Array, options: CsvOptions = {}): ImportResult<CsvFile> {
  const { text, encoding } = decodeText(bytes)
  // A file that is no text at all: a workbook (`PK`), a picture, a database.
  if (text.includes('\0'))
    return refuseFile(file, 'This is not a CSV file. Save the sheet as CSV and try again.')
  const separator = guessSeparator(text)
  const parsed = parseRows(file, text, separator, options)
  if (!parsed.ok) return parsed
  const [header, ...rows] = parsed.value
  if (!header) return refuseFile(file, 'The file is empty.')
  dropUnnamedColumns(header, rows)
  const columns = header.cells.map((name) => name.trim())
  const problems = [...headerProblems(file, columns, header.line), ...widthProblems(file, columns, rows)]
  if (problems.length) return { ok: false, problems }
  if (options.empty) clearCells(rows, options.empty)
  return { ok: true, value: { file, columns, rows, encoding, separator } }
}

/** Excel saves columns that were once filled: separators at the end of every line, with nothing between them. */
function dropUnnamedColumns(header: CsvRow, rows: CsvRow[]) {
  const named = header.cells.findLastIndex((name) => name.trim() !== '') + 1
  const isEmptyBeyond = (row: CsvRow) => row.cells.slice(named).every((cell) => !cell.trim())
  if (named === header.cells.length || !rows.every(isEmptyBeyond)) return
  for (const row of [header, ...rows]) if (row.cells.length > named) row.cells.length = named
}

function clearCells(rows: CsvRow[], empty: string): void {
  for (const { cells } of rows) for (const [at, cell] of cells.entries()) if (cell === empty) cells[at] = ''
}
