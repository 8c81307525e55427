import { listOptions } from '#db/queries/options.ts'
import { placesInUse } from '#db/queries/stock/stock-levels.ts'
import { estimatedUntil } from '#db/queries/stock/worth-reports.ts'
import { categories } from '#db/schema/tenant/index.ts'
import type { TenantDb } from '#db/types.ts'
import { daysAfter } from '#server/dates.ts'
import { seesWorth } from '#server/domains/stock/stock/item-page.tsx'
import { forbidden, invalid } from '#server/errors.ts'
import { dayCell, type ExportColumn, type ExportRow } from '#server/export/cells.ts'
import { exportReply, singleBatch } from '#server/export/exported.ts'
import { view } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { toDecimal, toRand } from '#server/money/decimal.ts'
import { readToday } from '#server/zone.ts'
import { MovementsPage } from '#views/stock/worth/movements.tsx'
import { SlowPage } from '#views/stock/worth/slow.tsx'
import { WorthPage } from '#views/stock/worth/worth.tsx'
import { MovementsQuery, SlowQuery, WorthQuery } from './input.ts'
import {
  addLastMoves,
  listMovements,
  listSlowMovers,
  listWorth,
  type MovementLine,
  type SlowLine,
  type WorthLine,
} from './reports.ts'

const DAYS = 90
const shown = { page: 'pages.admin.stock' } as const

const text = (...heads: string[]): ExportColumn[] => heads.map((head) => ({ head }))
const figures = (...heads: string[]): ExportColumn[] => heads.map((head) => ({ head, kind: 'number' }))
const money = (...heads: string[]): ExportColumn[] => heads.map((head) => ({ head, kind: 'money' }))
const units = (millionths: number) => toDecimal(millionths, 'quantity')

const options = (db: TenantDb) => ({
  categories: listOptions(db, categories).toSorted((a, b) => a.label.localeCompare(b.label)),
  places: [
    ...placesInUse(db).map(({ id, name }) => ({ value: id, label: name })),
    { value: 'none', label: 'No place given' },
  ],
})

/** @throws 400 by the field for a day to come */
function pastDay(today: string, day: string | null | undefined, field: string): string {
  if (day && day > today) throw invalid({ [field]: 'This day is still to come.' })
  return day || today
}

type Days = { start?: string | null; end?: string | null }

/** This month where none is said. @throws 400 by the field */
function periodOf(today: string, { start, end }: Days) {
  const until = pastDay(today, end, 'end')
  const from = start || `${until.slice(0, 8)}01`
  if (from > until) throw invalid({ start: 'The period ends before it begins.' })
  return { start: from, end: until }
}

const worthRow = (row: WorthLine): ExportRow => [
  ...[row.code, row.name, row.category, row.quantity === null ? null : units(row.quantity), row.unit],
  ...[row.unknown && row.quantity !== null ? null : toRand(row.value)],
]

const WAYS = ['opening', 'in', 'out', 'count', 'price', 'closing'] as const
const HEADS = ['Opening', 'In', 'Out', 'Counts', 'Worth changed', 'Closing']

const movementRow =
  (money: boolean) =>
  (row: MovementLine): ExportRow => [
    ...[row.code, row.name, row.unit],
    ...WAYS.map((way) => units(row[way].quantity)),
    ...(money ? WAYS.map((way) => toRand(row[way].value)) : []),
  ]

const slowRow =
  (money: boolean) =>
  (row: SlowLine): ExportRow => [
    ...[row.code, row.name, row.category, units(row.quantity), row.unit],
    ...[dayCell(row.lastout), dayCell(row.lastin)],
    ...(money ? [row.unknown ? null : toRand(row.value)] : []),
  ]

const cut = <Row,>(rows: readonly Row[], { skip = 0, take = 50 }: { skip?: number; take?: number }) =>
  rows.slice(skip, skip + take)

export const worthPages: Route[] = [
  page(
    'GET /admin/stock/worth',
    {
      claim: 'stock.read',
      query: WorthQuery,
      summary: 'What stock was worth at the end of a day, by item, category or place.',
    },
    (c) => {
      if (!seesWorth(c)) throw forbidden()
      return c.read((db) => {
        const day = pastDay(readToday(db), c.query.day, 'day')
        const by = c.query.by || 'item'
        const rows = listWorth(db, { ...c.query, day, by })
        return view(
          <WorthPage
            {...options(db)}
            day={day}
            today={readToday(db)}
            by={by}
            rows={cut(rows, c.query)}
            total={rows.length}
            value={rows.reduce((sum, row) => sum + row.value, 0)}
            unknown={rows.reduce((sum, row) => sum + row.unknown, 0)}
            estimateduntil={estimatedUntil(db)}
            query={c.query}
            url={c.url.pathname + c.url.search}
            canexport={c.can('records.export')}
          />,
          { title: 'Stock worth', ...shown },
        )
      })
    },
  ),

  page(
    'GET /admin/stock/worth/export',
    {
      claim: 'stock.read',
      query: WorthQuery,
      summary: 'A file of what stock was worth at the end of a day.',
    },
    (c) => {
      if (!seesWorth(c)) throw forbidden()
      const { day, rows } = c.read((db) => {
        const day = pastDay(readToday(db), c.query.day, 'day')
        return { day, rows: listWorth(db, { ...c.query, day, by: c.query.by || 'item' }) }
      })
      return exportReply(c, c.query.format, {
        title: `Stock worth at ${day}`,
        columns: [
          ...text('Code', 'Name', 'Category'),
          ...figures('Quantity'),
          ...text('Unit'),
          ...money('Worth'),
        ],
        batches: singleBatch(rows.map(worthRow)),
      })
    },
  ),

  page(
    'GET /admin/stock/movements',
    {
      claim: 'stock.read',
      query: MovementsQuery,
      summary: 'What moved in a period, of each item, in quantity and worth.',
    },
    (c) =>
      c.read((db) => {
        const period = periodOf(readToday(db), c.query)
        const rows = listMovements(db, { ...c.query, ...period })
        return view(
          <MovementsPage
            categories={options(db).categories}
            period={{ ...period, before: daysAfter(period.start, -1) }}
            rows={cut(rows, c.query)}
            total={rows.length}
            sums={WAYS.map((way) => rows.reduce((sum, row) => sum + row[way].value, 0))}
            money={seesWorth(c)}
            query={c.query}
            url={c.url.pathname + c.url.search}
            canexport={c.can('records.export')}
          />,
          { title: 'Stock movements', ...shown },
        )
      }),
  ),

  page(
    'GET /admin/stock/movements/export',
    {
      claim: 'stock.read',
      query: MovementsQuery,
      summary: 'A file of what moved in a period, of each item.',
    },
    (c) => {
      const { period, rows } = c.read((db) => {
        const period = periodOf(readToday(db), c.query)
        return { period, rows: listMovements(db, { ...c.query, ...period }) }
      })
      const worth = seesWorth(c) ? money(...HEADS.map((head) => `${head}, worth`)) : []
      return exportReply(c, c.query.format, {
        title: `Stock movements ${period.start} to ${period.end}`,
        columns: [...text('Code', 'Name', 'Unit'), ...figures(...HEADS), ...worth],
        batches: singleBatch(rows.map(movementRow(seesWorth(c)))),
      })
    },
  ),

  page(
    'GET /admin/stock/slow',
    {
      claim: 'stock.read',
      query: SlowQuery,
      summary: 'What lies in stock and has not gone out for some days.',
    },
    (c) =>
      c.read((db) => {
        const days = c.query.days || DAYS
        const rows = listSlowMovers(db, readToday(db), days, c.query.search)
        return view(
          <SlowPage
            days={days}
            rows={addLastMoves(db, cut(rows, c.query))}
            total={rows.length}
            value={rows.reduce((sum, row) => sum + row.value, 0)}
            money={seesWorth(c)}
            query={c.query}
            url={c.url.pathname + c.url.search}
            canexport={c.can('records.export')}
          />,
          { title: 'Slow movers', ...shown },
        )
      }),
  ),

  page(
    'GET /admin/stock/slow/export',
    { claim: 'stock.read', query: SlowQuery, summary: 'A file of what has not gone out for some days.' },
    (c) => {
      const rows = c.read((db) =>
        addLastMoves(db, listSlowMovers(db, readToday(db), c.query.days || DAYS, c.query.search)),
      )
      return exportReply(c, c.query.format, {
        title: 'Slow movers',
        columns: [
          ...text('Code', 'Name', 'Category'),
          ...figures('Quantity'),
          ...text('Unit'),
          ...['Last out', 'Last in'].map((head) => ({ head, kind: 'date' as const })),
          ...(seesWorth(c) ? money('Worth') : []),
        ],
        batches: singleBatch(rows.map(slowRow(seesWorth(c)))),
      })
    },
  ),
]
