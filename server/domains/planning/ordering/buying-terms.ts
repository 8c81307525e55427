import type { ItemSupply, SupplierFacts } from '#db/queries/planning/needs.ts'
import { cheaperQuantity, priceFor } from '#server/domains/purchasing/supplieritems/price-for.ts'
import { type PricesOfDay, pricesOn } from '#server/domains/purchasing/supplieritems/read-prices.ts'
import { asQuantity, type Quantity, type Rate, toDecimal } from '#server/money/decimal.ts'
import { fromBase, parseRatio, toBase } from '#server/money/units.ts'
import type { Lot } from '#server/planning/net.ts'

type BuyingTerms = {
  supplier: string | null
  suppliername: string
  lot: Lot
  /** Working days. */
  lead: number
  facts?: SupplierFacts
  /** What they ask today. */
  prices: PricesOfDay
}

/** How an item is bought: of the supplier chosen, else of its own, else of the only one who sells it. */
export function readBuyingTerms(
  item: ItemSupply,
  facts: readonly SupplierFacts[],
  { chosen, today }: { chosen?: string; today: string },
): BuyingTerms {
  const usual = item.supplier && !item.supplierarchived ? item.supplier : undefined
  const only = facts.length === 1 ? facts[0]?.supplier : undefined
  const known = facts.find(({ supplier }) => supplier === (chosen ?? usual ?? only))
  const supplier = known?.supplier ?? usual ?? null
  const prices = known ? pricesOn(known, today) : { price: null, breaks: [] }
  const own = { minimum: item.minimumorder, packsize: item.packsize }
  return {
    supplier,
    suppliername: known?.suppliername ?? (supplier ? (item.suppliername ?? '') : ''),
    lot: known ? { ...own, ...lotOfFacts(known, prices) } : own,
    lead: known?.leadtime ?? (item.leadtime === null ? 0 : toDecimal(item.leadtime, 'quantity')),
    ...{ facts: known, prices },
  }
}

const ONE = asQuantity(1_000_000)

/** In base units. What is sold in another unit is bought in whole ones of it; without a price below the first break, that is the least. */
function lotOfFacts(facts: SupplierFacts, { price, breaks }: PricesOfDay): Lot {
  const ratio = parseRatio(facts.unitratio, 'ratio of the unit')
  const inBase = (quantity: Quantity | null | undefined) => (quantity ? toBase(quantity, ratio) : undefined)
  const least = facts.minimum ?? (price === null ? breaks[0]?.quantity : null)
  const minimum = inBase(least)
  const packsize = inBase(facts.packsize ?? (facts.unitratio === '1' ? null : ONE))
  return { ...(minimum && { minimum }), ...(packsize && { packsize }) }
}

type Bought = { unit: string; quantity: Quantity; price: Rate | null; cheaper?: Quantity }

/** In the unit that the supplier sells it in. */
export function priceProposal({ facts, prices }: BuyingTerms, item: ItemSupply, base: Quantity): Bought {
  if (!facts) return { unit: item.unit, quantity: base, price: item.rate > 0 ? item.rate : null }
  const quantity = fromBase(base, parseRatio(facts.unitratio, 'ratio of the unit'))
  return {
    unit: facts.unit || item.unit,
    quantity,
    price: priceFor(quantity, prices.price, prices.breaks),
    cheaper: cheaperQuantity(quantity, prices.price, prices.breaks),
  }
}
