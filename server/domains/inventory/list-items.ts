import {
  type InventoryFilter,
  type ItemRow,
  itemsOf,
  type Range,
  type SectionRow,
  sectionsOf,
} from '#db/queries/inventory.ts'
import type { TenantDb } from '#db/types.ts'
import { asPercent, asRate, toDecimal } from '#server/money/decimal.ts'
import { markupPrice } from '#server/money/price.ts'
import { onHand } from '#server/stock/read.ts'
import type { InventoryLine, InventoryList, InventorySection, InventoryStretch } from './types.ts'

/** What a first screen holds, with some to scroll. */
const FIRST = 60

// Sections of a few items each, as many as fill a first screen.
const RANGES = 32

export type ListQuery = InventoryFilter & { sort?: string; stock: boolean }

/** Every section with its count, and the rows of the first screen. `folded`: sections whose rows nobody sees yet. */
export function firstItems(db: TenantDb, query: ListQuery, folded: readonly string[] = []): InventoryList {
  const sections = sectionsOf(db, query).map(presentSection)
  const ranges: Range[] = []
  let left = FIRST
  for (const { id, count } of sections) {
    if (left <= 0 || ranges.length === RANGES) break
    if (folded.some((end) => isFolded(id, end))) continue
    ranges.push({ section: id, skip: 0, take: Math.min(count, left) })
    left -= count
  }
  const total = sections.reduce((sum, { count }) => sum + count, 0)
  return { sections, stretches: stretchesOf(db, ranges, query), total }
}

/** Folded sections are remembered by the end of their id, which is short enough for a cookie. */
const isFolded = (id: string, end: string) => (id.slice(-8) || 'none') === end

/** The rows of some stretches, in one query, with their stock in another. */
export function stretchesOf(db: TenantDb, ranges: readonly Range[], query: ListQuery): InventoryStretch[] {
  const rows = itemsOf(db, ranges, query, query.sort)
  const stock = query.stock
    ? onHand(
        db,
        rows.map(({ id }) => id),
      )
    : undefined
  const bysection = Map.groupBy(rows, ({ section }) => section)
  return ranges.map(({ section, skip, take }) => ({
    section,
    skip,
    rows: (bysection.get(section) ?? [])
      .filter(({ n }) => n >= skip && n < skip + take)
      .map((row) => presentLine(row, stock?.get(row.id)?.quantity)),
  }))
}

const presentSection = (row: SectionRow): InventorySection => ({
  id: row.id,
  name: row.name ?? 'No category',
  colour: row.colour,
  vatexempt: row.vatexempt === 1,
  archived: row.archived === 1,
  count: row.count,
})

function presentLine(row: ItemRow, onhand: number | undefined): InventoryLine {
  const { section: _, n: __, rate, mupercent, muamount, archived, ...line } = row
  const price = markupPrice(asRate(rate), asPercent(mupercent), asRate(muamount))
  return {
    ...line,
    archived: archived === 1,
    price: toDecimal(price, 'rate'),
    ...(onhand === undefined ? {} : { onhand: toDecimal(onhand, 'quantity') }),
  }
}
