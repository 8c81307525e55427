import { type CellValue, readXlsx as openWorkbook, streamXlsxRows } from 'hucre/xlsx'
import { type CsvRow, headProblems } from './csv.ts'
import { MOST_COLUMNS, MOST_ROWS, type Table, type TableOptions } from './limits.ts'
import { type Outcome, problem } from './problem.ts'
import { checkBounds } from './unzip-bounds.ts'

/**
 * Reads one sheet of a workbook, the first unless one is named: values only, formulas by what Excel had worked out.
 * Dates become `YYYY-MM-DD`, numbers keep a decimal point, text stays as it is, with its leading zeros.
 */
export async function readXlsx(
  file: string,
  bytes: Uint8Array,
  { empty = '', sheet, progress }: TableOptions,
): Promise<Outcome<Table>> {
  try {
    checkBounds(bytes)
    const sheets = await sheetsOf(bytes)
    const chosen = sheets.find((name) => name === sheet) ?? sheets[0]
    if (chosen === undefined) return refuse(file, 'The workbook has no sheet that can be read.')
    const { head, rows } = await rowsOf(bytes, chosen, empty, progress)
    if (!head) return refuse(file, `The sheet ${chosen} is empty.`)
    const columns = trimmedEnd(head.cells.map((name) => name.trim()))
    const problems = headProblems(file, columns, head.line)
    if (problems.length) return { ok: false, problems }
    for (const row of rows) row.cells.length = columns.length
    for (const { cells } of rows) for (let at = 0; at < columns.length; at++) cells[at] ??= ''
    return {
      ok: true,
      value: { file, columns, rows, encoding: 'xlsx', separator: ',', sheets, sheet: chosen },
    }
  } catch (error) {
    if (error instanceof Error && error.message === 'toolarge')
      return refuse(file, 'The workbook holds more than can be read at once. Save the list alone, or as CSV.')
    // What is inside a broken workbook throws in many ways; none of them helps whoever chose it.
    return refuse(
      file,
      'The workbook cannot be read: it is damaged, cut off or no .xlsx file. Save it again, or as CSV.',
    )
  }
}

/** Excel itself keeps 32 767 characters. */
const LONGEST_CELL = 33_000

async function sheetsOf(bytes: Uint8Array): Promise<string[]> {
  const names: string[] = []
  const keep = (info: { name: string; hidden?: boolean; veryHidden?: boolean }) => {
    if (!info.hidden && !info.veryHidden) names.push(info.name)
    return false
  }
  await openWorkbook(bytes, { sheets: keep as never })
  return names
}

async function rowsOf(
  bytes: Uint8Array,
  sheet: string,
  empty: string,
  progress: (rows: number) => void = () => {},
): Promise<{ head: CsvRow | undefined; rows: CsvRow[] }> {
  let head: CsvRow | undefined
  const rows: CsvRow[] = []
  for await (const { index, values } of streamXlsxRows(bytes, { sheet })) {
    const cells = values.slice(0, MOST_COLUMNS + 1).map(textOf)
    if (cells.some((cell) => cell.length > LONGEST_CELL)) throw new Error('toolarge')
    if (!cells.some((cell) => cell.trim())) continue
    for (const [at, cell] of cells.entries()) if (empty && cell === empty) cells[at] = ''
    const row = { line: index + 1, cells }
    if (head) rows.push(row)
    else head = row
    if (rows.length % 1000 === 999) progress(rows.length)
    if (rows.length > MOST_ROWS) break
  }
  return { head, rows }
}

function textOf(value: CellValue | undefined): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return value
  if (typeof value === 'number') return numberText(value)
  if (value instanceof Date) return dateText(value)
  return String(value)
}

/** Excel keeps fifteen digits; what it shows as 0,1 lies here as 0.1 and not as 0.1000000000000000055. */
function numberText(value: number): string {
  const text = String(Number(value.toPrecision(15)))
  return text.includes('e') ? value.toFixed(Math.abs(value) < 1 ? 9 : 0) : text
}

const dateText = (value: Date): string => {
  const [day = '', time = ''] = value.toISOString().split('T')
  return time.startsWith('00:00:00') ? day : `${day} ${time.slice(0, 8)}`
}

const trimmedEnd = (columns: string[]): string[] =>
  columns.slice(0, columns.findLastIndex((name) => name !== '') + 1)

const refuse = (file: string, sentence: string) => ({
  ok: false as const,
  problems: [problem(file, sentence)],
})
