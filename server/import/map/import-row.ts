import type { FileMapping } from './mapping.ts'

/**
 * `values` holds text for every mapped field, '' when empty: dates `YYYY-MM-DD`, decimals with a point, booleans
 * `true` or `false`. `references` holds, for a filled reference, the row that it means.
 */
export type ImportRow = {
  file: string
  line: number
  key: string | null
  values: Record<string, string>
  references: Record<string, ImportRow>
}
export type ImportRows = Record<string, ImportRow[]>

export type MappedFile = { entry: FileMapping; rows: ImportRow[] }
