import { readCsv } from './csv.ts'
import { type ImportResult, refuseFile, tooManyRows } from './problem.ts'
import { type ImportTable, MAX_COLUMNS, MAX_LIST_ROWS, type TableOptions } from './table-options.ts'
import { readXlsx } from './xlsx.ts'

export async function readTable(
  file: string,
  bytes: Uint8Array,
  options: TableOptions = {},
): Promise<ImportResult<ImportTable>> {
  const read = isZip(bytes) ? await readXlsx(file, bytes, options) : readPlain(file, bytes, options)
  if (!read.ok) return read
  const { rows, columns } = read.value
  if (rows.length > MAX_LIST_ROWS) return refuseFile(file, tooManyRows(MAX_LIST_ROWS))
  if (columns.length > MAX_COLUMNS)
    return refuseFile(file, `The file has ${columns.length} columns; an import takes ${MAX_COLUMNS} at most.`)
  if (rows.length === 0) return refuseFile(file, 'The file has a head and no rows below it.')
  return read
}

function readPlain(file: string, bytes: Uint8Array, { empty }: TableOptions): ImportResult<ImportTable> {
  if (OLD_EXCEL.every((byte, at) => bytes[at] === byte))
    return refuseFile(
      file,
      'This is a workbook of an old Excel, or one with a password. Save it as .xlsx without a password, or as CSV.',
    )
  const read = readCsv(file, bytes, { empty, mostrows: MAX_LIST_ROWS, mostcolumns: MAX_COLUMNS })
  return read.ok ? { ok: true, value: { ...read.value, sheets: [], sheet: '' } } : read
}

const OLD_EXCEL = [0xd0, 0xcf, 0x11, 0xe0]
const isZip = (bytes: Uint8Array) => bytes[0] === 0x50 && bytes[1] === 0x4b
