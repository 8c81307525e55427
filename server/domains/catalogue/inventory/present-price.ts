import type { GroupPriceRow } from '#db/queries/catalogue/inventory-prices.ts'
import { priceFigures } from '#server/domains/catalogue/pricing/figures.ts'
import { toDecimal } from '#server/money/decimal.ts'
import type { GroupPrice } from './types.ts'

export function presentPrice(row: GroupPriceRow): GroupPrice {
  const pricinggroup = { id: row.id, name: row.name }
  if (row.version === null) return { pricinggroup, entry: null }
  const { version, baserate, markuppercent, markupamount } = row as Required<GroupPriceRow> &
    Record<'version' | 'baserate' | 'markuppercent' | 'markupamount', number>
  return {
    pricinggroup,
    entry: {
      version,
      baserate: toDecimal(baserate, 'rate'),
      markuppercent: toDecimal(markuppercent, 'percent'),
      markupamount: toDecimal(markupamount, 'rate'),
      price: toDecimal(priceFigures({ baserate, markuppercent, markupamount }), 'rate'),
    },
  }
}
