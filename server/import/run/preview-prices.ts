import { firstOrganisation } from '#db/queries/documents.ts'
import { findSupplierItems, type SupplierItemRow } from '#db/queries/purchasing/supplier-items.ts'
import { suppliers } from '#db/schema/tenant/index.ts'
import type { TenantDb } from '#db/types.ts'
import { breakDownPrice } from '#server/domains/catalogue/pricing/figures.ts'
import { priceFor } from '#server/domains/purchasing/supplieritems/price-for.ts'
import { pricesOn } from '#server/domains/purchasing/supplieritems/read-prices.ts'
import type { ImportRecord } from '#server/import/check/coerce-rows.ts'
import { type PriceRow, resolvePriceRows } from '#server/import/write/supplier-price-rows.ts'
import { asQuantity, asRate, type Rate } from '#server/money/decimal.ts'
import { priceInUnit } from '#server/money/price.ts'
import { divideRounded } from '#server/money/round.ts'
import { parseRatio } from '#server/money/units.ts'
import { noVendor, resolveVatRate } from '#server/money/vat.ts'
import { findName } from '#server/records.ts'
import { readToday } from '#server/zone.ts'

type PriceMove = {
  code: string
  item: string
  supplier: string
  unit: string
  /** 0: any. */
  quantity: number
  validfrom: string
  /** Ten-thousandths of a rand for the unit; null where none was known. */
  before: number | null
  after: number
  /** What the item is sold for, without VAT, for the same unit. */
  sells: number
  /** Of the selling price, in ten-thousandths of a percent; null for what is sold for nothing. */
  marginbefore: number | null
  marginafter: number | null
}

/** `moves`: the lowest margins first, as many as are listed; the counts are of all. */
export type PricePreview = {
  moves: PriceMove[]
  dearer: number
  cheaper: number
  fresh: number
  below: number
}

const MOST = 500

/** What the prices of a list would do to the margin of what their items are sold for. */
export function previewPrices(db: TenantDb, records: readonly ImportRecord[]): PricePreview {
  const rows = resolvePriceRows(db, records, () => {})
  const vat = { organisation: firstOrganisation(db) ?? noVendor, date: readToday(db) }
  const sellers = Map.groupBy(rows, ({ supplier }) => supplier)
  const all = [...sellers].flatMap(([id, own]) => {
    const supplier = findName(db, suppliers, id)
    const ids = [...new Set(own.map(({ inventoryid }) => inventoryid))]
    const facts = new Map(findSupplierItems(db, id, ids).map((fact) => [fact.inventoryid, fact]))
    return own.map((row) => {
      const { rate, mupercent, muamount, exclusive } = row.item
      const figures = { baserate: rate, markuppercent: mupercent, markupamount: muamount }
      const { withoutvat } = breakDownPrice(figures, exclusive, resolveVatRate(vat, row.item))
      return { ...movePrice(row, facts.get(row.inventoryid), vat.date, withoutvat), supplier }
    })
  })
  const moves = all.filter(({ before, after }) => before !== after)
  return {
    moves: moves.sort((a, b) => (a.marginafter ?? 0) - (b.marginafter ?? 0)).slice(0, MOST),
    dearer: moves.filter(({ before, after }) => before !== null && after > before).length,
    cheaper: moves.filter(({ before, after }) => before !== null && after < before).length,
    fresh: moves.filter(({ before }) => before === null).length,
    below: moves.filter(({ after, sells }) => sells > 0 && after > sells).length,
  }
}

function movePrice(
  { record: { values }, item, unit }: PriceRow,
  fact: SupplierItemRow | undefined,
  today: string,
  sellsbase: Rate,
): Omit<PriceMove, 'supplier'> {
  const known = fact?.archived ? undefined : fact
  const { unit: name, unitratio } = unit ?? {
    unit: known?.unit || item.baseunit,
    unitratio: known?.unitratio ?? '1',
  }
  const quantity = asQuantity(Number(values.quantity ?? 0))
  const validfrom = String(values.validfrom ?? '')
  const of = known && pricesOn(known, validfrom || today)
  const isSameUnit = !known || (known.unit || item.baseunit) === name
  const before = of && isSameUnit ? priceFor(quantity, of.price, of.breaks) : null
  const after = asRate(Number(values.price))
  const sells = priceInUnit(sellsbase, parseRatio(unitratio))
  return {
    ...{ code: item.code, item: item.name, unit: name, quantity, validfrom, before, after, sells },
    marginbefore: before === null ? null : margin(sells, before),
    marginafter: margin(sells, after),
  }
}

const margin = (sells: Rate, cost: Rate) =>
  sells > 0 ? Number(divideRounded(BigInt(sells - cost) * 1_000_000n, BigInt(sells))) : null
