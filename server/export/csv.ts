import type { ExportCell, ExportColumn, ExportRow } from './cells.ts'

/**
 * As Excel of South Africa reads a CSV by a double click: semicolons, decimal commas, Windows line ends, and a mark
 * that says UTF-8. `plain` is for programs: commas and decimal points.
 */
type CsvStyle = 'excel' | 'plain'

export const csvHead = (columns: readonly ExportColumn[], style: CsvStyle = 'excel'): string =>
  `\ufeff${csvLine(
    columns.map(({ head }) => head),
    style,
  )}`

export function csvLine(row: ExportRow, style: CsvStyle = 'excel'): string {
  const separator = style === 'excel' ? ';' : ','
  let line = ''
  for (let at = 0; at < row.length; at++) line += (at ? separator : '') + cellText(row[at], style)
  return `${line}\r\n`
}

export const toCsv = (columns: readonly ExportColumn[], rows: readonly ExportRow[]): Uint8Array =>
  new TextEncoder().encode(csvHead(columns) + rows.map((row) => csvLine(row)).join(''))

function cellText(value: ExportCell, style: CsvStyle): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return style === 'excel' ? String(value).replace('.', ',') : String(value)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (value instanceof Date) return dateText(value)
  return quoteCell(FORMULA.test(value) ? `'${value}` : value)
}

/** What a spreadsheet would take for a formula and run. */
const FORMULA = /^[=+\-@\t\r]/
const SPECIAL = /[";,\r\n]|^\s|\s$/

const quoteCell = (text: string) => (SPECIAL.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

const dateText = (value: Date) => {
  const [day = '', time = ''] = value.toISOString().split('T')
  return time.startsWith('00:00:00') ? day : `${day} ${time.slice(0, 8)}`
}
