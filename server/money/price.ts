import { asRate, hundredPercent, type Percent, type Rate } from './decimal.ts'
import { multiply } from './round.ts'

/** All per unit; rounded once, to four decimals of a rand. */
export function markupPrice(base: Rate, mupercent: Percent, muamount: Rate): Rate {
  return asRate(base + multiply(base, mupercent, hundredPercent) + muamount)
}

/** What makes that price of them, below zero where it is under the cost. */
export const amountForPrice = (base: Rate, mupercent: Percent, price: Rate): Rate =>
  asRate(price - markupPrice(base, mupercent, asRate(0)))

export function priceWithVat(rate: Rate, vatrate: Percent): Rate {
  return asRate(rate + multiply(rate, vatrate, hundredPercent))
}

/** By the exact fraction, four decimals. */
export function priceWithoutVat(rate: Rate, vatrate: Percent): Rate {
  return asRate(rate - multiply(rate, vatrate, hundredPercent + BigInt(vatrate)))
}
