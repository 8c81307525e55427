import { applyLeniently } from './apply.ts'
import type { Choices, Column } from './choices.ts'
import { mappingOf } from './choices.ts'
import type { Table } from './limits.ts'
import { type Mapping, readMapping } from './mapping.ts'
import { mappable } from './nouns.ts'
import type { ImportProblem, Outcome } from './problem.ts'
import { type ImportRecord, readLeniently } from './records.ts'
import { readTable } from './table.ts'

/** What a file holds, for whoever says which column is what. */
export type Look = {
  columns: Column[]
  /** The first rows, for a preview, with their lines. */
  rows: { line: number; cells: string[] }[]
  total: number
  sheets: string[]
  sheet: string
  /** The word that stands for an empty cell in this file, if one seems to. */
  empty: string
}

const SHOWN = 5
const EMPTIES = ['NULL', '\\N', '#N/A', 'N/A']

/** Looks into a file: its columns with samples, how many rows it has. */
export async function lookAt(file: string, bytes: Uint8Array, sheet?: string): Promise<Outcome<Look>> {
  const read = await readTable(file, bytes, { sheet })
  if (!read.ok) return read
  const { rows, columns, sheets } = read.value
  const empty = EMPTIES.find((word) => rows.some(({ cells }) => cells.includes(word))) ?? ''
  return {
    ok: true,
    value: {
      columns: columns.map((name, at) => columnOf(name, read.value, at, empty)),
      rows: rows.slice(0, SHOWN),
      total: rows.length,
      sheets,
      sheet: read.value.sheet,
      empty,
    },
  }
}

function columnOf(name: string, { rows }: Table, at: number, empty: string): Column {
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

export type ReadList = { records: ImportRecord[]; rows: number; problems: ImportProblem[] }

/**
 * Reads a list by what was chosen for its columns. Rows with a problem are left out of the records, so that the
 * others can be held against the account all the same.
 */
export async function readList(
  noun: string,
  file: string,
  bytes: Uint8Array,
  choices: Choices,
  { sheet, progress }: { sheet?: string; progress?: (done: number, total: number) => void } = {},
): Promise<ReadList> {
  const none: ReadList = { records: [], rows: 0, problems: [] }
  const mapping = readMapping(mappingOf(noun, file, choices), mappable)
  if (!mapping.ok) return { ...none, problems: mapping.problems }
  const table = await readTable(file, bytes, {
    sheet,
    empty: choices.empty,
    progress: (rows) => progress?.(rows, 0),
  })
  if (!table.ok) return { ...none, problems: table.problems }
  const { rows } = table.value
  progress?.(rows.length, rows.length)
  return { ...recordsOf(noun, mapping.value, table.value), rows: rows.length }
}

/** The records of a table and what is wrong with its cells. */
export function recordsOf(noun: string, mapping: Mapping, table: Pick<Table, 'file' | 'columns' | 'rows'>) {
  const applied = applyLeniently(mapping, { [table.file]: table })
  const { records, problems } = readLeniently(mapping, applied.rows)
  const all = [...applied.problems, ...problems].sort((a, b) => (a.line ?? 0) - (b.line ?? 0))
  const wrong = new Set(all.map(({ line }) => line))
  const own = records.find((one) => one.noun === noun)?.records ?? []
  return { records: own.filter(({ row }) => !wrong.has(row.line)), problems: all }
}
