import { invalid } from '#server/errors.ts'
import type { parseRows } from '#server/import/index.ts'
import { readDay } from './read-day.ts'

/** The name of each column, or its place from 1 where the file has no names; `amount`, or money in and out apart. */
export type BankColumns = {
  date: string
  description: string
  reference?: string
  amount?: string
  moneyin?: string
  moneyout?: string
  /** What the bank took for it. */
  fee?: string
  /** What was on the account after it. */
  balance?: string
}

export type Places = { [Part in keyof BankColumns]: number }

/** `from`: the row at which the lines begin; `only`: what the first cell of a line says. */
export type Found = { places: Places; columns: BankColumns; from: number; only?: string }

type Parsed = ReturnType<typeof parseRows>
export type Row = Extract<Parsed, { ok: true }>['value'][number]

/** As FNB, ABSA, Nedbank and Capitec head them, and others. */
const known: Record<keyof BankColumns, string[]> = {
  date: ['date', 'transaction date', 'posting date', 'posted', 'value date', 'datum'],
  description: ['description', 'details', 'narrative', 'transaction description', 'memo', 'beskrywing'],
  reference: ['reference', 'your reference', 'ref', 'customer reference'],
  amount: ['amount', 'transaction amount', 'value', 'bedrag'],
  moneyin: ['credit', 'money in', 'credit amount', 'credits', 'deposits', 'paid in'],
  moneyout: ['debit', 'money out', 'debit amount', 'debits', 'withdrawals', 'paid out'],
  fee: ['fee', 'fees', 'service fee', 'charges'],
  balance: ['balance', 'running balance', 'account balance', 'saldo'],
}

const parts = Object.keys(known) as (keyof BankColumns)[]

/** Standard Bank heads nothing: HIST, day, ##, amount, description, reference, code, 0. */
const standard = { only: 'HIST', columns: { date: '2', amount: '4', description: '5', reference: '6' } }

const HEADINGS = 30

/**
 * By what was given now; else by headings that were given before or that banks use; else by places that were given
 * before and hold a line, so that no layout shuts out another.
 * @throws 400 by field
 */
export function findColumns(
  rows: readonly Row[],
  given: BankColumns | undefined,
  remembered: readonly BankColumns[],
): Found {
  const head = rows.slice(0, HEADINGS)
  if (given) {
    const found = isByPlace(given) ? byPlace(given) : byHeading(head, (cells) => placesOf(cells, given))
    if (found) return found
    throw refuseColumns(head, given)
  }
  const named = remembered.filter((columns) => !isByPlace(columns))
  for (const find of [...named.map((columns) => (cells: Cells) => placesOf(cells, columns)), guess]) {
    const found = byHeading(head, find)
    if (found) return found
  }
  const placed = remembered
    .filter(isByPlace)
    .map(byPlace)
    .find((one) => holdsLine(head, one))
  if (placed) return placed
  const found = { ...byPlace(standard.columns), only: standard.only }
  if (holdsLine(head, found)) return found
  throw refuseColumns(head, given)
}

type Cells = readonly string[]

const isByPlace = ({ date }: BankColumns) => /^\d+$/.test(date)

function byPlace(columns: BankColumns): Found {
  const places = Object.fromEntries(
    parts.flatMap((part) => (columns[part] ? [[part, Number(columns[part]) - 1]] : [])),
  ) as Places
  return { places, columns, from: 0 }
}

/** A day, and an amount where one should stand. */
const holdsLine = (rows: readonly Row[], { places, only }: Found) =>
  rows.some(
    ({ cells }) =>
      isLine(cells, only) &&
      readDay(cells[places.date] ?? '') !== undefined &&
      [places.amount, places.moneyin, places.moneyout].some(
        (at) =>
          at !== undefined && /^[R\d\s.,()+-]*\d[\d\s.,()+-]*(cr|dr)?$/i.test((cells[at] ?? '').slice(0, 60)),
      ),
  )

export const isLine = (cells: Cells, only: string | undefined) =>
  only === undefined || (cells[0] ?? '').trim().toUpperCase() === only

function byHeading(rows: readonly Row[], find: (cells: Cells) => Places | undefined): Found | undefined {
  for (const [at, { cells }] of rows.entries()) {
    const places = find(cells)
    if (!places) continue
    const columns = Object.fromEntries(
      Object.entries(places).map(([part, place]) => [part, (cells[place] ?? '').trim()]),
    ) as BankColumns
    return { places, columns, from: at + 1 }
  }
  return undefined
}

const same = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase()

function placesOf(cells: Cells, given: BankColumns): Places | undefined {
  const asked = parts.flatMap((part) => {
    const wanted = given[part]
    return wanted ? [[part, cells.findIndex((cell) => same(cell, wanted))] as const] : []
  })
  if (asked.some(([, at]) => at < 0)) return
  // A balance that nobody named proves what they named.
  const { balance, fee } = findKnown(cells)
  return { ...withoutGaps({ balance, fee }), ...Object.fromEntries(asked) } as Places
}

function guess(cells: Cells): Places | undefined {
  const { moneyin, moneyout, ...found } = findKnown(cells)
  if (found.date === undefined || found.description === undefined) return
  if (found.amount !== undefined) return withoutGaps(found) as Places
  return moneyin === undefined ? undefined : (withoutGaps({ ...found, moneyin, moneyout }) as Places)
}

const findKnown = (cells: Cells): Partial<Places> =>
  Object.fromEntries(
    parts.flatMap((part) => {
      const at = cells.findIndex((cell) => known[part].some((name) => same(cell, name)))
      return at < 0 ? [] : [[part, at]]
    }),
  )

const withoutGaps = (places: Partial<Places>) =>
  Object.fromEntries(Object.entries(places).filter(([, at]) => at !== undefined)) as Partial<Places>

function refuseColumns(rows: readonly Row[], given?: BankColumns) {
  const widest = rows.toSorted((a, b) => b.cells.length - a.cells.length)[0]
  const names = (widest?.cells ?? [])
    .slice(0, 20)
    .map((cell, at) => `${at + 1} ${cell.trim().slice(0, 40)}`)
    .join(', ')
  const words = given ? 'These columns are not in the file.' : 'It is not clear which columns hold what.'
  return invalid({ file: `${words} It has: ${names}. Name them below; by number where they have no name.` })
}
