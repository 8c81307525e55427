import { invalid } from '#server/errors.ts'
import { decodeText, describeProblem, guessSeparator, parseRows } from '#server/import/index.ts'
import { asCents, type Cents, DecimalError, parseCents } from '#server/money/decimal.ts'
import { readDay } from './read-day.ts'
import { MOST_LINES } from './read-ofx.ts'
import type { BankEntry } from './statement-line.ts'

/** The name of each column, or its place from 1 where the file has no names; `amount`, or money in and out apart. */
export type BankColumns = {
  date: string
  description: string
  reference?: string
  amount?: string
  moneyin?: string
  moneyout?: string
}

type CsvStatement = { lines: BankEntry[]; columns: BankColumns }

const known: Record<keyof BankColumns, string[]> = {
  date: ['date', 'transaction date', 'posting date', 'posted', 'value date', 'datum'],
  description: ['description', 'details', 'narrative', 'transaction description', 'memo', 'beskrywing'],
  reference: ['reference', 'your reference', 'ref', 'customer reference'],
  amount: ['amount', 'transaction amount', 'value', 'bedrag'],
  moneyin: ['credit', 'money in', 'credit amount', 'credits', 'deposits', 'paid in'],
  moneyout: ['debit', 'money out', 'debit amount', 'debits', 'withdrawals', 'paid out'],
}

const parts = Object.keys(known) as (keyof BankColumns)[]

type Places = { [Part in keyof BankColumns]: number }

/** @throws 400 by field: `file`, or the column that is not there */
export function readCsvStatement(name: string, bytes: Uint8Array, given?: BankColumns): CsvStatement {
  const { text } = decodeText(bytes)
  if (text.includes('\0')) throw invalid({ file: 'This is no CSV file and no OFX file.' })
  const rows = readRows(name, text)
  const { places, columns, from } = findColumns(rows, given)
  const lines = rows.slice(from).flatMap(({ cells, line }) => readLine(cells, line, places))
  if (lines.length === 0) throw invalid({ file: 'No line with a day and an amount was found in this file.' })
  return { lines, columns }
}

function readRows(name: string, text: string) {
  // The first lines may be the name of the account: what separates is told by the line with most of it.
  const widest = text
    .split('\n', 30)
    .toSorted((a, b) => b.split(/[,;\t]/).length - a.split(/[,;\t]/).length)[0]
  const read = parseRows(name, text, guessSeparator(widest ?? ''), { mostrows: MOST_LINES, mostcolumns: 50 })
  if (read.ok) return read.value
  throw invalid({ file: read.problems.map(describeProblem)[0] ?? 'This file could not be read.' })
}

type Row = ReturnType<typeof readRows>[number]

/** Where each part of a line stands, and at which row the lines begin. */
function findColumns(rows: readonly Row[], given?: BankColumns) {
  if (given && /^\d+$/.test(given.date)) {
    const places = Object.fromEntries(
      parts.flatMap((part) => (given[part] ? [[part, Number(given[part]) - 1]] : [])),
    ) as Places
    return { places, columns: given, from: 0 }
  }
  for (const [at, { cells }] of rows.slice(0, 30).entries()) {
    const places = given ? placesOf(cells, given) : guess(cells)
    if (!places) continue
    const columns = Object.fromEntries(
      Object.entries(places).map(([part, place]) => [part, (cells[place] ?? '').trim()]),
    ) as BankColumns
    return { places, columns, from: at + 1 }
  }
  throw refuseColumns(rows, given)
}

const same = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase()

function placesOf(cells: readonly string[], given: BankColumns): Places | undefined {
  const found = parts.flatMap((part) => {
    const wanted = given[part]
    return wanted ? [[part, cells.findIndex((cell) => same(cell, wanted))] as const] : []
  })
  return found.every(([, at]) => at >= 0) ? (Object.fromEntries(found) as Places) : undefined
}

function guess(cells: readonly string[]): Places | undefined {
  const found = Object.fromEntries(
    parts.flatMap((part) => {
      const at = cells.findIndex((cell) => known[part].some((name) => same(cell, name)))
      return at < 0 ? [] : [[part, at]]
    }),
  ) as Partial<Places>
  if (found.date === undefined || found.description === undefined) return
  if (found.amount !== undefined) return { ...found, moneyin: undefined, moneyout: undefined } as Places
  return found.moneyin === undefined ? undefined : (found as Places)
}

function refuseColumns(rows: readonly Row[], given?: BankColumns) {
  const widest = rows.slice(0, 30).toSorted((a, b) => b.cells.length - a.cells.length)[0]
  const names = (widest?.cells ?? [])
    .slice(0, 20)
    .map((cell, at) => `${at + 1} ${cell.trim().slice(0, 40)}`)
    .join(', ')
  const words = given ? 'These columns are not in the file.' : 'It is not clear which columns hold what.'
  return invalid({ file: `${words} It has: ${names}. Name them below; by number where they have no name.` })
}

function readLine(cells: readonly string[], line: number, places: Places): BankEntry[] {
  const cell = (at: number | undefined) => (at === undefined ? '' : (cells[at] ?? '').trim())
  const date = readDay(cell(places.date))
  if (!date) return []
  const cents =
    places.amount === undefined
      ? amountOf(cell(places.moneyin), line) || -Math.abs(amountOf(cell(places.moneyout), line))
      : amountOf(cell(places.amount), line)
  return [
    {
      date,
      cents: asCents(cents),
      description: cell(places.description).slice(0, 300),
      reference: cell(places.reference).slice(0, 120),
      bankid: '',
    },
  ]
}

const LONGEST_AMOUNT = 60

/** With R, thousands of any kind, a minus before or behind, brackets, Cr or Dr. Empty is nothing. */
function amountOf(cell: string, line: number): Cents | 0 {
  if (!cell) return 0
  const unreadable = () =>
    invalid({ file: `The amount “${cell.slice(0, 40)}” of line ${line} could not be read.` })
  if (cell.length > LONGEST_AMOUNT) throw unreadable()
  const below = /^\(.*\)$|-\s*$|^\s*-|dr$/i.test(cell)
  const digits = cell.replace(/cr$|dr$/i, '').replace(/[R()\s\u00a0\u202f+-]/gi, '')
  const plain = /,.*\.|,\d{3}(,|$)/.test(digits) ? digits.replaceAll(',', '') : digits
  try {
    const cents = parseCents(plain, 'amount')
    return asCents(below ? -cents : cents)
  } catch (error) {
    throw error instanceof DecimalError ? unreadable() : error
  }
}
