import type { ImportResult } from './problem.ts'
import { readTable } from './table.ts'
import type { ImportTable } from './table-options.ts'

/** `fractions`: whether its numbers lie between 0 and 1, as percentages often do. */
export type SourceColumn = { name: string; samples: string[]; filled: number; fractions: boolean }

export type FileInspection = {
  columns: SourceColumn[]
  rows: { line: number; cells: string[] }[]
  total: number
  sheets: string[]
  sheet: string
  empty: string
}

const PREVIEW_ROWS = 5
const EMPTY_WORDS = ['NULL', '\\N', '#N/A', 'N/A']

export async function inspectFile(
  file: string,
  bytes: Uint8Array,
  sheet?: string,
): Promise<ImportResult<FileInspection>> {
  const read = await readTable(file, bytes, { sheet })
  if (!read.ok) return read
  const { rows, columns, sheets } = read.value
  const empty = EMPTY_WORDS.find((word) => rows.some(({ cells }) => cells.includes(word))) ?? ''
  return {
    ok: true,
    value: {
      columns: columns.map((name, at) => summariseColumn(name, read.value, at, empty)),
      rows: rows.slice(0, PREVIEW_ROWS),
      total: rows.length,
      sheets,
      sheet: read.value.sheet,
      empty,
    },
  }
}

function summariseColumn(name: string, { rows }: ImportTable, at: number, empty: string): SourceColumn {
  const samples = new Set<string>()
  let filled = 0
  let fractions = false
  let whole = false
  for (const { cells } of rows) {
    const cell = cells[at]?.trim() ?? ''
    if (!cell || cell === empty) continue
    filled++
    if (samples.size < 3) samples.add(cell.slice(0, 80))
    if (/^0?[.,]\d+$/.test(cell)) fractions = true
    else if (!/^[01]$/.test(cell)) whole = true
  }
  return { name, samples: [...samples], filled, fractions: fractions && !whole }
}
