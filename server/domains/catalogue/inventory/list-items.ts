import {
  findItemIds,
  type InventoryFilter,
  type ItemRow,
  itemsById,
  listFoundSections,
  listInventorySections,
  listItemsInOrder,
  type Range,
  type SectionRow,
} from '#db/queries/catalogue/inventory.ts'
import type { SampleFigure } from '#db/queries/catalogue/sample-prices.ts'
import type { TenantDb } from '#db/types.ts'
import { asPercent, asRate, toDecimal } from '#server/money/decimal.ts'
import { markupPrice } from '#server/money/price.ts'
import { readOnHand } from '#server/stock/read.ts'
import { readSampleCosts, readSampleItems } from './sample-prices.ts'
import type { InventoryLine, InventoryList, InventoryRange, InventorySection } from './types.ts'

const FIRST = 60

// Sections of a few items each, as many as fill a first screen.
const RANGES = 32

type ItemListQuery = InventoryFilter & { sort?: string; stock: boolean; rates: boolean }

export function listFirstItems(
  db: TenantDb,
  query: ItemListQuery,
  folded: readonly string[] = [],
): InventoryList {
  const found = isInOrder(query) ? undefined : findItemIds(db, query, query.sort)
  const sections = (found ? listFoundSections(db, found) : listInventorySections(db, query)).map(
    presentSection,
  )
  const ranges: Range[] = []
  let left = FIRST
  for (const { id, count } of sections) {
    if (left <= 0 || ranges.length === RANGES) break
    if (folded.some((end) => isFolded(id, end))) continue
    ranges.push({ section: id, skip: 0, take: Math.min(count, left) })
    left -= count
  }
  const total = sections.reduce((sum, { count }) => sum + count, 0)
  const stretches = listItemRanges(db, ranges, query, found)
  return { sections, stretches, total, sampleprices: query.rates ? countSamples(db) : 0 }
}

const countSamples = (db: TenantDb) =>
  [...new Map([...readSampleItems(db), ...readSampleCosts(db)]).values()].filter(({ archived }) => !archived)
    .length

const isInOrder = ({ search = '', sort = 'code' }: ItemListQuery) => sort === 'code' && !search.trim()

/** Folded sections are remembered by the end of their id, which is short enough for a cookie. */
const isFolded = (id: string, end: string) => (id.slice(-8) || 'none') === end

export function listItemRanges(
  db: TenantDb,
  ranges: readonly Range[],
  query: ItemListQuery,
  found = isInOrder(query) ? undefined : findItemIds(db, query, query.sort),
): InventoryRange[] {
  const rows = found ? listSlices(db, ranges, found) : listItemsInOrder(db, ranges, query)
  const ids = rows.map(({ id }) => id)
  const stock = query.stock ? readOnHand(db, ids) : undefined
  const samples = query.rates ? { price: readSampleItems(db), cost: readSampleCosts(db) } : undefined
  const lines = Map.groupBy(rows, ({ at }) => at)
  return ranges.map(({ section, skip }, at) => ({
    section,
    skip,
    rows: (lines.get(at) ?? []).map((row) => presentLine(row, samples, stock?.get(row.id)?.quantity)),
  }))
}

function listSlices(db: TenantDb, ranges: readonly Range[], found: ReadonlyMap<string, readonly string[]>) {
  const wanted = ranges.flatMap(({ section, skip, take }, at) =>
    (found.get(section) ?? []).slice(skip, skip + take).map((id) => ({ id, at })),
  )
  const places = wanted.map(({ at }) => at)
  const rows = itemsById(
    db,
    wanted.map(({ id }) => id),
  )
  return rows.map((row, index) => ({ ...row, at: places[index] ?? 0 }))
}

const presentSection = (row: SectionRow): InventorySection => ({
  id: row.id,
  name: row.name ?? 'No category',
  colour: row.colour,
  vatexempt: row.vatexempt === 1,
  archived: row.archived === 1,
  count: row.count,
})

function presentLine(
  row: ItemRow & { at: number },
  samples: Record<SampleFigure, ReadonlyMap<string, unknown>> | undefined,
  onhand: number | undefined,
): InventoryLine {
  const { section: _, at: __, rate, mupercent, muamount, archived, ...line } = row
  const price = markupPrice(asRate(rate), asPercent(mupercent), asRate(muamount))
  return {
    ...line,
    archived: archived === 1,
    ...(samples && {
      price: toDecimal(price, 'rate'),
      sampleprice: samples.price.has(line.id),
      samplecost: samples.cost.has(line.id),
    }),
    ...(onhand === undefined ? {} : { onhand: toDecimal(onhand, 'quantity') }),
  }
}
