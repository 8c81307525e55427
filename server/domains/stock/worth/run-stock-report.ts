import { estimatedUntil } from '#db/queries/stock/worth-reports.ts'
import { closeFile, openReadOnly, readSteadily } from '#db/sqlite.ts'
import { type TenantDb, withClock } from '#db/types.ts'
import {
  addLastMoves,
  listMovements,
  listSlowMovers,
  listWorth,
  type MovementLine,
  type MovementsAsked,
  type SlowAsked,
  type SlowLine,
  type WorthAsked,
  type WorthLine,
} from './reports.ts'

export const MOVEMENT_WAYS = ['opening', 'in', 'out', 'count', 'price', 'closing'] as const

/** `cut`: the rows of one page; without it all of them, in chunks. */
type Asked<Name, Query> = { name: Name; query: Query; cut?: { skip: number; take: number } }
export type StockReportAsked =
  | Asked<'worth', WorthAsked>
  | Asked<'movements', MovementsAsked>
  | Asked<'slow', SlowAsked>

export type StockReportRequest = { path: string; nowutc: string; asked: StockReportAsked }

type Result<Line> = {
  rows: Line[]
  /** JSON of some rows each: whoever writes the file reads one at a time. */
  chunks: string[]
  total: number
  /** Of all rows, in cents. */
  value: number
  unknown: number
  /** Of each way of the movements. */
  sums: number[]
  estimateduntil: string | null
}
export type StockReportResult = Result<WorthLine | MovementLine | SlowLine>
export type StockReport<Name extends StockReportAsked['name']> = Result<
  { worth: WorthLine; movements: MovementLine; slow: SlowLine }[Name]
>

/** Of one state of the account, whatever is written meanwhile. */
export function runStockReport({ path, nowutc, asked }: StockReportRequest): StockReportResult {
  const sqlite = openReadOnly(path)
  try {
    return readSteadily(sqlite, () =>
      readStockReport(
        withClock(sqlite.db, () => new Date(nowutc)),
        asked,
      ),
    )
  } finally {
    closeFile(sqlite)
  }
}

export function readStockReport(db: TenantDb, asked: StockReportAsked): StockReportResult {
  const { cut } = asked
  if (asked.name === 'worth') {
    const all = listWorth(db, asked.query)
    const unknown = all.reduce((sum, row) => sum + row.unknown, 0)
    return { ...hand(all, cut), value: addValues(all), unknown, estimateduntil: estimatedUntil(db) }
  }
  if (asked.name === 'movements') {
    const all = listMovements(db, asked.query)
    const sums = MOVEMENT_WAYS.map((way) => all.reduce((sum, row) => sum + row[way].value, 0))
    return { ...hand(all, cut), sums }
  }
  const all = listSlowMovers(db, asked.query)
  return { ...hand(all, cut, (rows) => addLastMoves(db, rows)), value: addValues(all) }
}

const addValues = (rows: readonly { value: number }[]) => rows.reduce((sum, { value }) => sum + value, 0)

const CHUNK = 500

function hand<Row, Line extends WorthLine | MovementLine | SlowLine>(
  all: readonly Row[],
  cut: StockReportAsked['cut'],
  finish: (rows: readonly Row[]) => Line[] = (rows) => rows as unknown as Line[],
) {
  const chunks = []
  if (!cut)
    for (let at = 0; at < all.length; at += CHUNK)
      chunks.push(JSON.stringify(finish(all.slice(at, at + CHUNK))))
  return {
    rows: cut ? finish(all.slice(cut.skip, cut.skip + cut.take)) : [],
    ...{ chunks, total: all.length, value: 0, unknown: 0, sums: [], estimateduntil: null },
  }
}
