import type { CsvFile } from './csv.ts'

/** A list with its head, from whatever kind of file. `sheets` are those of a workbook. */
export type Table = Omit<CsvFile, 'encoding'> & {
  encoding: CsvFile['encoding'] | 'xlsx'
  sheets: string[]
  sheet: string
}
export type TableOptions = { empty?: string; sheet?: string; progress?: (rows: number) => void }

/** What one import may hold. More is refused with a sentence. */
export const MOST_ROWS = 100_000
export const MOST_COLUMNS = 200
