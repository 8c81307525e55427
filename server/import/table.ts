import { readCsv } from './csv.ts'
import { MOST_COLUMNS, MOST_ROWS, type Table, type TableOptions } from './limits.ts'
import { type Outcome, problem } from './problem.ts'
import { readXlsx } from './xlsx.ts'

/** Reads a CSV file or the sheet of an XLSX workbook, told apart by their first bytes. */
export async function readTable(
  file: string,
  bytes: Uint8Array,
  options: TableOptions = {},
): Promise<Outcome<Table>> {
  const read = isZip(bytes) ? await readXlsx(file, bytes, options) : plain(file, bytes, options)
  if (!read.ok) return read
  const { rows, columns } = read.value
  if (rows.length > MOST_ROWS)
    return refuse(
      file,
      `The file has ${rows.length} rows; an import takes ${MOST_ROWS} at most. Split it into several files.`,
    )
  if (columns.length > MOST_COLUMNS)
    return refuse(file, `The file has ${columns.length} columns; an import takes ${MOST_COLUMNS} at most.`)
  if (rows.length === 0) return refuse(file, 'The file has a head and no rows below it.')
  return read
}

function plain(file: string, bytes: Uint8Array, { empty }: TableOptions): Outcome<Table> {
  if (OLD_EXCEL.every((byte, at) => bytes[at] === byte))
    return refuse(
      file,
      'This is a workbook of an old Excel, or one with a password. Save it as .xlsx without a password, or as CSV.',
    )
  const read = readCsv(file, bytes, { empty, mostrows: MOST_ROWS, mostcolumns: MOST_COLUMNS })
  return read.ok ? { ok: true, value: { ...read.value, sheets: [], sheet: '' } } : read
}

const OLD_EXCEL = [0xd0, 0xcf, 0x11, 0xe0]
const isZip = (bytes: Uint8Array) => bytes[0] === 0x50 && bytes[1] === 0x4b

const refuse = (file: string, sentence: string) => ({
  ok: false as const,
  problems: [problem(file, sentence)],
})
