/** `line` is where the row begins in the file, from 1. */
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
