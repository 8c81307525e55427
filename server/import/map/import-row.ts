import type { FileMapping } from './mapping.ts'

/** Text for every mapped field, '' when empty: dates `YYYY-MM-DD`, decimals with a point, `true` or `false`. */
export type ImportRow = {
  file: string
  line: number
  key: string | null
  values: Record<string, string>
  references: Record<string, ImportRow>
}
export type ImportRows = Record<string, ImportRow[]>

export type MappedFile = { entry: FileMapping; rows: ImportRow[] }
