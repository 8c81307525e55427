import { listOptions } from '#db/queries/options.ts'
import { placesInUse } from '#db/queries/stock/stock-levels.ts'
import { categories } from '#db/schema/tenant/index.ts'
import type { TenantDb } from '#db/types.ts'
import { daysAfter } from '#server/dates.ts'
import { seesWorth } from '#server/domains/stock/stock/item-page.tsx'
import { forbidden, invalid } from '#server/errors.ts'
import { dayCell, type ExportColumn, type ExportRow } from '#server/export/cells.ts'
import { exportReply } from '#server/export/exported.ts'
import type { Context } from '#server/http/context.ts'
import { view } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { toDecimal, toRand } from '#server/money/decimal.ts'
import { readToday } from '#server/zone.ts'
import { MovementsPage } from '#views/stock/worth/movements.tsx'
import { SlowPage } from '#views/stock/worth/slow.tsx'
import { WorthPage } from '#views/stock/worth/worth.tsx'
import { askStockReport, exportChunks } from './ask-stock-report.ts'
import { MovementsQuery, SlowQuery, WorthQuery } from './input.ts'
import type { MovementLine, SlowLine, WorthLine } from './reports.ts'
import { MOVEMENT_WAYS } from './run-stock-report.ts'

const DAYS = 90
const shown = { page: 'pages.admin.stock' } as const

const text = (...heads: string[]): ExportColumn[] => heads.map((head) => ({ head }))
const figures = (...heads: string[]): ExportColumn[] => heads.map((head) => ({ head, kind: 'number' }))
const money = (...heads: string[]): ExportColumn[] => heads.map((head) => ({ head, kind: 'money' }))
const units = (millionths: number) => toDecimal(millionths, 'quantity')

const options = (db: TenantDb) => ({
  categories: listOptions(db, categories, { jobcategory: false }),
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

const worthRow =
  (money: boolean) =>
  (row: WorthLine): ExportRow => [
    ...[row.code, row.name, row.category, row.quantity === null ? null : units(row.quantity), row.unit],
    ...(money ? [row.unknown && row.quantity !== null ? null : toRand(row.value)] : []),
  ]

const HEADS = ['Opening', 'In', 'Out', 'Counts', 'Worth changed', 'Closing']

const movementRow =
  (money: boolean) =>
  (row: MovementLine): ExportRow => [
    ...[row.code, row.name, row.unit],
    ...MOVEMENT_WAYS.map((way) => units(row[way].quantity)),
    ...(money ? MOVEMENT_WAYS.map((way) => toRand(row[way].value)) : []),
  ]

const slowRow =
  (money: boolean) =>
  (row: SlowLine): ExportRow => [
    ...[row.code, row.name, row.category, units(row.quantity), row.unit],
    ...[dayCell(row.lastout), dayCell(row.lastin)],
    ...(money ? [row.unknown ? null : toRand(row.value)] : []),
  ]

type Cut = { skip?: number; take?: number }
const cut = ({ skip = 0, take = 50 }: Cut) => ({ skip, take })

type AskedWorth = { day?: string | null; by?: '' | 'item' | 'category' | 'place' }

/** Groups have nothing but their worth. @throws 400 for a day to come, 403 for groups to who sees no worth */
function askedWorth<Q extends AskedWorth>(c: Context, query: Q) {
  const held = !seesWorth(c)
  if (held && query.by && query.by !== 'item') throw forbidden()
  const today = c.read(readToday)
  return {
    today,
    query: { ...query, day: pastDay(today, query.day, 'day'), by: query.by || ('item' as const), held },
  }
}

const askedSlow = (c: Context, { days, search }: { days?: number | ''; search?: string }) => ({
  today: c.read(readToday),
  days: days || DAYS,
  search,
})

export const worthPages: Route[] = [
  page(
    'GET /admin/stock/worth',
    {
      claim: 'stock.read',
      query: WorthQuery,
      summary:
        'What there was in stock at the end of a day, by item, and what it was worth, by item, category or place.',
    },
    async (c) => {
      const { today, query } = askedWorth(c, c.query)
      const found = await askStockReport(c, { name: 'worth', query, cut: cut(c.query) })
      return view(
        <WorthPage
          {...c.read(options)}
          day={query.day}
          today={today}
          by={query.by}
          rows={found.rows}
          total={found.total}
          value={found.value}
          unknown={found.unknown}
          estimateduntil={found.estimateduntil}
          money={seesWorth(c)}
          query={c.query}
          url={c.url.pathname + c.url.search}
          canexport={c.can('records.export')}
          canadjust={c.can('stock.adjust')}
        />,
        { title: seesWorth(c) ? 'Stock worth' : 'Stock on hand', ...shown },
      )
    },
  ),

  page(
    'GET /admin/stock/worth/export',
    {
      claim: 'stock.read',
      query: WorthQuery,
      summary: 'A file of what there was in stock at the end of a day, and what it was worth.',
    },
    async (c) => {
      const { query } = askedWorth(c, c.query)
      const found = await askStockReport(c, { name: 'worth', query })
      return exportReply(c, c.query.format, {
        title: `${seesWorth(c) ? 'Stock worth' : 'Stock on hand'} at ${query.day}`,
        columns: [
          ...text('Code', 'Name', 'Category'),
          ...figures('Quantity'),
          ...text('Unit'),
          ...(seesWorth(c) ? money('Worth') : []),
        ],
        batches: exportChunks(found, worthRow(seesWorth(c))),
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
    async (c) => {
      const period = periodOf(c.read(readToday), c.query)
      const query = { ...c.query, ...period }
      const found = await askStockReport(c, { name: 'movements', query, cut: cut(c.query) })
      return view(
        <MovementsPage
          categories={c.read(options).categories}
          period={{ ...period, before: daysAfter(period.start, -1) }}
          rows={found.rows}
          total={found.total}
          sums={found.sums}
          money={seesWorth(c)}
          query={c.query}
          url={c.url.pathname + c.url.search}
          canexport={c.can('records.export')}
          canadjust={c.can('stock.adjust')}
        />,
        { title: 'Stock movements', ...shown },
      )
    },
  ),

  page(
    'GET /admin/stock/movements/export',
    {
      claim: 'stock.read',
      query: MovementsQuery,
      summary: 'A file of what moved in a period, of each item.',
    },
    async (c) => {
      const period = periodOf(c.read(readToday), c.query)
      const found = await askStockReport(c, { name: 'movements', query: { ...c.query, ...period } })
      const worth = seesWorth(c) ? money(...HEADS.map((head) => `${head}, worth`)) : []
      return exportReply(c, c.query.format, {
        title: `Stock movements ${period.start} to ${period.end}`,
        columns: [...text('Code', 'Name', 'Unit'), ...figures(...HEADS), ...worth],
        batches: exportChunks(found, movementRow(seesWorth(c))),
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
    async (c) => {
      const query = askedSlow(c, c.query)
      const found = await askStockReport(c, { name: 'slow', query, cut: cut(c.query) })
      return view(
        <SlowPage
          days={query.days}
          rows={found.rows}
          total={found.total}
          value={found.value}
          money={seesWorth(c)}
          query={c.query}
          url={c.url.pathname + c.url.search}
          canexport={c.can('records.export')}
        />,
        { title: 'Slow movers', ...shown },
      )
    },
  ),

  page(
    'GET /admin/stock/slow/export',
    { claim: 'stock.read', query: SlowQuery, summary: 'A file of what has not gone out for some days.' },
    async (c) => {
      const found = await askStockReport(c, { name: 'slow', query: askedSlow(c, c.query) })
      return exportReply(c, c.query.format, {
        title: 'Slow movers',
        columns: [
          ...text('Code', 'Name', 'Category'),
          ...figures('Quantity'),
          ...text('Unit'),
          ...['Last out', 'Last in'].map((head) => ({ head, kind: 'date' as const })),
          ...(seesWorth(c) ? money('Worth') : []),
        ],
        batches: exportChunks(found, slowRow(seesWorth(c))),
      })
    },
  ),
]
