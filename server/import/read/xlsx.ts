import type { CellValue } from 'hucre/xlsx'
import type { CsvRow } from './csv-file.ts'
import { headerProblems } from './csv-problems.ts'
import { type ImportResult, refuseFile } from './problem.ts'
import { type ImportTable, MAX_COLUMNS, MAX_LIST_ROWS, type TableOptions } from './table-options.ts'
import { checkZipBounds } from './zip-bounds.ts'

/** The named sheet, else the first: values only, formulas by the result that Excel saved, dates as `YYYY-MM-DD`. */
export async function readXlsx(
  file: string,
  bytes: Uint8Array,
  { empty = '', sheet, progress }: TableOptions,
): Promise<ImportResult<ImportTable>> {
  try {
    checkZipBounds(bytes)
    const sheets = await visibleSheets(bytes)
    const chosen = sheets.find((name) => name === sheet) ?? sheets[0]
    if (chosen === undefined) return refuseFile(file, 'The workbook has no sheet that can be read.')
    const { header, rows } = await readRows(bytes, chosen, empty, progress)
    if (!header) return refuseFile(file, `The sheet ${chosen} is empty.`)
    const columns = dropTrailingEmpty(header.cells.map((name) => name.trim()))
    const problems = headerProblems(file, columns, header.line)
    if (problems.length) return { ok: false, problems }
    for (const { cells } of rows) fitWidth(cells, columns.length)
    return {
      ok: true,
      value: { file, columns, rows, encoding: 'xlsx', separator: ',', sheets, sheet: chosen },
    }
  } catch (error) {
    if (error instanceof Error && error.message === 'toolarge')
      return refuseFile(
        file,
        'The workbook holds more than can be read at once. Save the list alone, or as CSV.',
      )
    // What is inside a broken workbook throws in many ways; none of them helps whoever chose it.
    return refuseFile(
      file,
      'The workbook cannot be read: it is damaged, cut off or no .xlsx file. Save it again, or as CSV.',
    )
  }
}

function fitWidth(cells: string[], width: number) {
  cells.length = width
  for (let at = 0; at < width; at++) cells[at] ??= ''
}

/** Excel itself keeps 32 767 characters. */
const LONGEST_CELL = 33_000

async function visibleSheets(bytes: Uint8Array): Promise<string[]> {
  const names: string[] = []
  const keep = (info: { name: string; hidden?: boolean; veryHidden?: boolean }) => {
    if (!info.hidden && !info.veryHidden) names.push(info.name)
    return false
  }
  const { readXlsx: openWorkbook } = await import('hucre/xlsx')
  await openWorkbook(bytes, { sheets: keep as never })
  return names
}

async function readRows(
  bytes: Uint8Array,
  sheet: string,
  empty: string,
  progress: (rows: number) => void = () => {},
): Promise<{ header: CsvRow | undefined; rows: CsvRow[] }> {
  let header: CsvRow | undefined
  const rows: CsvRow[] = []
  const { streamXlsxRows } = await import('hucre/xlsx')
  for await (const { index, values } of streamXlsxRows(bytes, { sheet })) {
    const cells = values.slice(0, MAX_COLUMNS + 1).map(cellText)
    if (cells.some((cell) => cell.length > LONGEST_CELL)) throw new Error('toolarge')
    if (!cells.some((cell) => cell.trim())) continue
    for (const [at, cell] of cells.entries()) if (empty && cell === empty) cells[at] = ''
    const row = { line: index + 1, cells }
    if (header) rows.push(row)
    else header = row
    if (rows.length % 1000 === 999) progress(rows.length)
    if (rows.length > MAX_LIST_ROWS) break
  }
  return { header, rows }
}

function cellText(value: CellValue | undefined): string {
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

const dropTrailingEmpty = (columns: string[]): string[] =>
  columns.slice(0, columns.findLastIndex((name) => name !== '') + 1)
