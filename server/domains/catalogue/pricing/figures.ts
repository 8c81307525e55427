import type { PriceFigures } from '#db/queries/catalogue/pricing.ts'
import type { BatchTarget } from '#db/queries/catalogue/pricing-batch.ts'
import { invalid, Problem } from '#server/errors.ts'
import { asPercent, asRate, hundredPercent, type Percent, type Rate } from '#server/money/decimal.ts'
import { markupPrice, priceWithoutVat, priceWithVat } from '#server/money/price.ts'

export type BatchRow = Pick<BatchTarget, 'inventory' | 'code' | 'name'> & {
  before: PriceFigures | null
  after: PriceFigures
}

// As on a line: what one costs must leave room for ten thousand lines of it.
const MOST = 10_000_000_000_000

export const pickFigures = ({ baserate, markuppercent, markupamount }: PriceFigures): PriceFigures => ({
  baserate,
  markuppercent,
  markupamount,
})

/** Price of one base unit, by the item's rule: base + base × percent + amount (decision D1). @throws DecimalError */
export const priceFigures = ({ baserate, markuppercent, markupamount }: PriceFigures): Rate =>
  markupPrice(asRate(baserate), asPercent(markuppercent), asRate(markupamount))

/** @throws for a rate or amount below zero, a percentage below −100, a price that is too large */
export function checkFigures(figures: PriceFigures) {
  const { baserate, markuppercent, markupamount } = figures
  if (baserate < 0) throw invalid({ baserate: 'The base rate cannot be below zero.' })
  if (markupamount < 0) throw invalid({ markupamount: 'The markup amount cannot be below zero.' })
  if (BigInt(markuppercent) < -hundredPercent)
    throw invalid({ markuppercent: 'The percentage cannot be below −100 %.' })
  if (!isPayable(figures)) throw invalid({ baserate: TOO_MUCH })
}

/** An item may be sold below its cost. @throws for a cost or a price below zero, a price that is too large */
export function checkItemFigures(figures: PriceFigures) {
  if (figures.baserate < 0) throw invalid({ baserate: 'The base rate cannot be below zero.' })
  if (!isPayable(figures)) throw invalid({ baserate: TOO_MUCH })
  if (priceFigures(figures) < 0) throw invalid({ price: 'The price cannot be below zero.' })
}

export const TOO_MUCH = 'The price of one may be at most R\u00a01\u00a0000\u00a0000\u00a0000.'

export function isPayable(figures: PriceFigures): boolean {
  try {
    return priceFigures(figures) <= MOST
  } catch (error) {
    // Past what money can hold at all.
    if (error instanceof Problem) return false
    throw error
  }
}

/** Ten-thousandths of a rand. */
export type Parts = {
  base: Rate
  percentamount: Rate
  amount: Rate
  /** As it was made: without VAT when the item's rates are, else with it. */
  price: Rate
  withoutvat: Rate
  vat: Rate
  withvat: Rate
}

/** VAT is added to a price without it, else taken out. */
export const bothWithVat = (price: Rate, exclusive: boolean, vatrate: Percent) => ({
  withoutvat: exclusive ? price : priceWithoutVat(price, vatrate),
  withvat: exclusive ? priceWithVat(price, vatrate) : price,
})

/** How a price comes about. `exclusive`: the figures are without VAT, which is added; else it is extracted. */
export function breakDownPrice(figures: PriceFigures, exclusive: boolean, vatrate: Percent): Parts {
  const price = priceFigures(figures)
  const base = asRate(figures.baserate)
  const amount = asRate(figures.markupamount)
  const { withoutvat, withvat } = bothWithVat(price, exclusive, vatrate)
  const percentamount = asRate(price - base - amount)
  return { base, percentamount, amount, price, withoutvat, withvat, vat: asRate(withvat - withoutvat) }
}
