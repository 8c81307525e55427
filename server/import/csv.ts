import { CsvError, parse } from 'csv-parse/sync'
import { type Outcome, problem } from './problem.ts'

/** A row and the line of the file on which it begins. `cells` are in the order of the columns. */
export type CsvRow = { line: number; cells: string[] }
export type Encoding = 'utf-8' | 'utf-16le' | 'windows-1252'
export type Separator = ',' | ';' | '\t'
export type CsvFile = {
  file: string
  columns: string[]
  rows: CsvRow[]
  encoding: Encoding
  separator: Separator
}

export type CsvOptions = {
  /** The word that stands for an empty cell, such as `NULL`. */
  empty?: string
  /** More than these is refused while the file is still being read. Default: any. */
  mostrows?: number
  mostcolumns?: number
}

/** The longest row that anybody means: two hundred columns with a page of text each. Past it a quote was not closed. */
const LONGEST_ROW = 2_000_000
/** Past what any spreadsheet has. Empty cells have no length, so they are counted. */
const WIDEST_LINE = 20_000

/**
 * Reads a CSV file whose first row names its columns. Encoding (UTF-8, else Windows-1252) and separator are found
 * out, line ends may be of any system, rows without a single filled cell are left out. A row that is broken is named
 * with its line, and then no row is returned.
 */
export function readCsv(file: string, bytes: Uint8Array, options: CsvOptions = {}): Outcome<CsvFile> {
  const { text, encoding } = decode(bytes)
  // A file that is no text at all: a workbook (`PK`), a picture, a database.
  if (text.includes('\0')) return refuse(file, 'This is not a CSV file. Save the sheet as CSV and try again.')
  const separator = guessSeparator(text)
  const read = split(file, text, separator, options)
  if (!read.ok) return read
  const [head, ...rows] = read.value
  if (!head) return refuse(file, 'The file is empty.')
  narrow(head, rows)
  const columns = head.cells.map((name) => name.trim())
  const problems = [...headProblems(file, columns, head.line), ...widthProblems(file, columns, rows)]
  if (problems.length) return { ok: false, problems }
  if (options.empty) blank(rows, options.empty)
  return { ok: true, value: { file, columns, rows, encoding, separator } }
}

function decode(bytes: Uint8Array): { text: string; encoding: Encoding } {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decodeAs('utf-16le', bytes)
  try {
    return decodeAs('utf-8', bytes)
  } catch {
    return decodeAs('windows-1252', bytes)
  }
}

function decodeAs(encoding: Encoding, bytes: Uint8Array) {
  const text = new TextDecoder(encoding, { fatal: encoding === 'utf-8' }).decode(bytes)
  // One kind of line end, because the parser counts a quoted CR LF as two lines.
  return { encoding, text: text.replace(/\r\n?/g, '\n').replace(/^sep=.\n/, '') }
}

/** The one that the head holds most of, outside quotes; a comma when it holds none. */
function guessSeparator(text: string): Separator {
  const head =
    text
      .slice(0, 65_536)
      .trimStart()
      .replace(/"(?:[^"]|"")*"/g, '')
      .split('\n', 1)[0] ?? ''
  const count = (separator: Separator) => head.split(separator).length
  return ([',', ';', '\t'] as const).reduce((best, next) => (count(next) > count(best) ? next : best))
}

/** An apostrophe that an export put before what a spreadsheet would have run as a formula. */
const GUARDED = /^'[=+\-@\t\r]/

/** What no more is read of: a file of a few megabytes can be made of millions of rows or columns. */
class TooMuch extends Error {}

function split(
  file: string,
  text: string,
  delimiter: Separator,
  { mostrows = Number.POSITIVE_INFINITY, mostcolumns = Number.POSITIVE_INFINITY }: CsvOptions,
): Outcome<CsvRow[]> {
  const rows: CsvRow[] = []
  let end = 0
  const keep = (cells: string[], { lines }: { lines: number }) => {
    const last = cells.findLastIndex((cell) => cell.trim() !== '')
    // Blank rows are none: spreadsheets leave them at the end, past what is counted.
    if (last >= 0 && rows.length > mostrows)
      throw new TooMuch(
        `The file has more than ${mostrows} rows, and no more are taken at once. Split it into several files.`,
      )
    if (last >= mostcolumns)
      throw new TooMuch(`The file has more than ${mostcolumns} columns, and no more are taken.`)
    const inside = cells.reduce((sum, cell) => sum + cell.split('\n').length - 1, 0)
    for (let at = 0; at < cells.length; at++) if (GUARDED.test(cells[at]!)) cells[at] = cells[at]!.slice(1)
    if (cells.some((cell) => cell.trim())) rows.push({ line: lines - inside, cells })
    end = lines
    return null
  }
  try {
    if (isTooWide(text, delimiter))
      throw new TooMuch(`A line of the file has more than ${WIDEST_LINE} columns.`)
    parse(text, {
      delimiter,
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: LONGEST_ROW,
      on_record: keep as never,
    })
    return { ok: true, value: rows }
  } catch (error) {
    if (error instanceof TooMuch) return refuse(file, error.message)
    if (!(error instanceof CsvError)) throw error
    return { ok: false, problems: [brokenQuote(file, error, rows[0], nextLine(text, end))] }
  }
}

function isTooWide(text: string, delimiter: Separator): boolean {
  const [part, newline] = [delimiter.charCodeAt(0), 10]
  let cells = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === newline) cells = 0
    else if (code === part && ++cells > WIDEST_LINE) return true
  }
  return false
}

/** The first line after `end` that is not empty, counted from one. */
function nextLine(text: string, end: number): number {
  const lines = text.split('\n')
  return lines.findIndex((line, at) => at >= end && line !== '') + 1
}

function brokenQuote(file: string, error: CsvError, head: CsvRow | undefined, line: number) {
  const at = Number(error.index)
  const column = head?.cells[at]?.trim() || `column ${at + 1}`
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

/** Excel saves columns that were once filled: separators at the end of every line, with nothing between them. */
function narrow(head: CsvRow, rows: CsvRow[]) {
  const named = head.cells.findLastIndex((name) => name.trim() !== '') + 1
  const spare = (row: CsvRow) => row.cells.slice(named).every((cell) => !cell.trim())
  if (named === head.cells.length || !rows.every(spare)) return
  for (const row of [head, ...rows]) if (row.cells.length > named) row.cells.length = named
}

/** Every column needs a name of its own. */
export function headProblems(file: string, columns: string[], line: number) {
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

function widthProblems(file: string, columns: string[], rows: CsvRow[]) {
  const wide = columns.length
  return rows.flatMap(({ line, cells }) => {
    if (cells.length === wide) return []
    const column = columns[cells.length] ?? `column ${wide + 1}`
    return problem(file, `The row has ${cells.length} cells where the head has ${wide}.`, line, column)
  })
}

function blank(rows: CsvRow[], word: string): void {
  for (const { cells } of rows) for (const [at, cell] of cells.entries()) if (cell === word) cells[at] = ''
}

function refuse(file: string, sentence: string) {
  return { ok: false as const, problems: [problem(file, sentence)] }
}
