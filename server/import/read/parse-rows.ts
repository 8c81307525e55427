import { CsvError, parse } from 'csv-parse/sync'
import type { CsvRow, Separator } from './csv-file.ts'
import { quoteProblem } from './csv-problems.ts'
import { type ImportResult, refuseFile, tooManyRows } from './problem.ts'

export type ParseLimits = { mostrows?: number; mostcolumns?: number }

/** Two hundred columns with a page of text each. A longer row has a quote that was not closed. */
const LONGEST_ROW = 2_000_000
/** Past what any spreadsheet has. Empty cells have no length, so they are counted. */
const WIDEST_LINE = 20_000

class TooLarge extends Error {}

export function parseRows(
  file: string,
  text: string,
  delimiter: Separator,
  limits: ParseLimits,
): ImportResult<CsvRow[]> {
  const rows: CsvRow[] = []
  let end = 0
  const addRecord = (cells: string[], { lines }: { lines: number }) => {
    checkLimits(cells, rows.length, limits)
    const inside = cells.reduce((sum, cell) => sum + cell.split('\n').length - 1, 0)
    stripFormulaGuards(cells)
    if (cells.some((cell) => cell.trim())) rows.push({ line: lines - inside, cells })
    end = lines
    return null
  }
  try {
    checkLineWidth(text, delimiter)
    parse(text, {
      delimiter,
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: LONGEST_ROW,
      on_record: addRecord as never,
    })
    return { ok: true, value: rows }
  } catch (error) {
    if (error instanceof TooLarge) return refuseFile(file, error.message)
    if (!(error instanceof CsvError)) throw error
    return { ok: false, problems: [quoteProblem(file, error, rows[0], nextFilledLine(text, end))] }
  }
}

function checkLimits(cells: string[], rows: number, { mostrows, mostcolumns }: ParseLimits) {
  const last = cells.findLastIndex((cell) => cell.trim() !== '')
  // Blank rows do not count: spreadsheets leave them at the end.
  if (last >= 0 && mostrows !== undefined && rows > mostrows) throw new TooLarge(tooManyRows(mostrows))
  if (mostcolumns !== undefined && last >= mostcolumns)
    throw new TooLarge(`The file has more than ${mostcolumns} columns, and no more are taken.`)
}

/** An apostrophe that an export put before what a spreadsheet would have run as a formula. */
const FORMULA_GUARD = /^'[=+\-@\t\r]/

function stripFormulaGuards(cells: string[]) {
  for (let at = 0; at < cells.length; at++)
    if (FORMULA_GUARD.test(cells[at]!)) cells[at] = cells[at]!.slice(1)
}

function checkLineWidth(text: string, delimiter: Separator) {
  const [separator, newline] = [delimiter.charCodeAt(0), 10]
  let cells = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === newline) cells = 0
    else if (code === separator && ++cells > WIDEST_LINE)
      throw new TooLarge(`A line of the file has more than ${WIDEST_LINE} columns.`)
  }
}

function nextFilledLine(text: string, end: number): number {
  const lines = text.split('\n')
  return lines.findIndex((line, at) => at >= end && line !== '') + 1
}
