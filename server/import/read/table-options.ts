import type { CsvFile } from './csv-file.ts'

export type ImportTable = Omit<CsvFile, 'encoding'> & {
  encoding: CsvFile['encoding'] | 'xlsx'
  sheets: string[]
  sheet: string
}
export type TableOptions = { empty?: string; sheet?: string; progress?: (rows: number) => void }

export const MAX_LIST_ROWS = 300_000
export const MAX_COLUMNS = 200
