import { invalid } from '#server/errors.ts'
import { decodeText, describeProblem, guessSeparator, parseRows } from '#server/import/index.ts'
import { asCents, type Cents, DecimalError, parseCents } from '#server/money/decimal.ts'
import { type BankColumns, type Found, findColumns, isLine, type Places, type Row } from './find-columns.ts'
import { type BalancedLine, proveBalance } from './prove-balance.ts'
import { readDay } from './read-day.ts'
import { MOST_LINES } from './read-ofx.ts'
import type { ReadStatement } from './statement-line.ts'

type Given = {
  columns?: BankColumns
  /** That were given for this account before. */
  remembered: readonly BankColumns[]
  /** Also where its balance does not add up. */
  unproven: boolean
}

/** @throws 400 by field: `file`, or the column that is not there; where its balance says that it is not whole */
export function readCsvStatement(
  name: string,
  bytes: Uint8Array,
  { columns, remembered, unproven }: Given,
): ReadStatement {
  const { text } = decodeText(bytes)
  if (text.includes('\0')) throw invalid({ file: 'This is no CSV file and no OFX file.' })
  const rows = readRows(name, text)
  const found = findColumns(rows, columns, remembered)
  const { lines, undated } = readLines(rows, found)
  if (lines.length === 0) throw invalid({ file: 'No line with a day and an amount was found in this file.' })
  const { proof, wrong } = proveBalance(lines, found.places.amount !== undefined)
  if (wrong && !unproven) throw invalid({ file: `${wrong} Nothing was taken in.` })
  const isTurned = proof === 'turned'
  return {
    lines: lines.map(({ fee: _, balance: _after, ...line }) => ({
      ...line,
      cents: isTurned ? asCents(-line.cents) : line.cents,
    })),
    proof: proof === 'turned' ? 'proven' : proof,
    warnings: [
      ...(wrong ? [wrong] : []),
      ...(isTurned ? ['By the balance, amounts above zero went out: they were taken so.'] : []),
      ...(undated.length > 0 && proof !== 'proven' ? [describeUndated(undated)] : []),
    ],
  }
}

const SHOWN = 5

/** Sums at the end of a file have no day; a line that has none is missing. */
function describeUndated(rows: readonly number[]) {
  const shown = rows.slice(0, SHOWN).join(', ')
  const more = rows.length > SHOWN ? ` and ${rows.length - SHOWN} more` : ''
  return rows.length === 1
    ? `Row ${shown} has an amount and no day that could be read, and was left out.`
    : `Rows ${shown}${more} have an amount and no day that could be read, and were left out.`
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

function readLines(rows: readonly Row[], { places, from, only }: Found) {
  const undated: number[] = []
  const lines = rows.slice(from).flatMap(({ cells, line }): BalancedLine[] => {
    if (!isLine(cells, only)) return []
    const date = readDay(cellOf(cells, places.date))
    if (date) return [readLine(cells, line, { date, places })]
    if ([places.amount, places.moneyin, places.moneyout].some((at) => /\d/.test(cellOf(cells, at))))
      undated.push(line)
    return []
  })
  return { lines, undated }
}

const cellOf = (cells: readonly string[], at: number | undefined) =>
  at === undefined ? '' : (cells[at] ?? '').trim()

function readLine(
  cells: readonly string[],
  row: number,
  { date, places }: { date: string; places: Places },
): BalancedLine {
  const amount = (at: number | undefined) => amountOf(cellOf(cells, at), row)
  const cents =
    places.amount === undefined
      ? amount(places.moneyin) || -Math.abs(amount(places.moneyout))
      : amount(places.amount)
  return {
    ...{ date, row, cents: asCents(cents), bankid: '' },
    description: cellOf(cells, places.description).slice(0, 300),
    reference: cellOf(cells, places.reference).slice(0, 120),
    fee: Math.abs(amount(places.fee)),
    balance: cellOf(cells, places.balance) ? amount(places.balance) : undefined,
  }
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
