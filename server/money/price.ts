import { asRate, hundredPercent, type Percent, type Rate } from './decimal.ts'
import { divideRounded, multiply } from './round.ts'
import { type Ratio, unitFactor } from './units.ts'

/** All per unit; what the percentage makes of the base is computed, the amount is as it was typed (decision 200). */
export function markupPrice(base: Rate, mupercent: Percent, muamount: Rate): Rate {
  const percentage = BigInt(base) * (hundredPercent + BigInt(mupercent))
  return asRate(computedPrice(percentage, hundredPercent, base) + muamount)
}

/** What makes that price of them, below zero where it is under the cost. */
export const amountForPrice = (base: Rate, mupercent: Percent, price: Rate): Rate =>
  asRate(price - markupPrice(base, mupercent, asRate(0)))

/** A price in another unit. */
export function priceBetween(price: Rate, from: Ratio, to: Ratio): Rate {
  const { numerator, denominator } = unitFactor(from, to)
  return asRate(computedPrice(BigInt(price) * numerator, denominator, price))
}

/** Of a price of the base unit, that of another. */
export const priceInUnit = (price: Rate, unit: Ratio): Rate =>
  priceBetween(price, { numerator: 1, denominator: 1 }, unit)

export function priceWithVat(rate: Rate, vatrate: Percent): Rate {
  return asRate(rate + multiply(rate, vatrate, hundredPercent))
}

/** By the exact fraction, four decimals. */
export function priceWithoutVat(rate: Rate, vatrate: Percent): Rate {
  return asRate(rate - multiply(rate, vatrate, hundredPercent + BigInt(vatrate)))
}

const RAND = 10_000

/** To the cent, to the decimals of what it is computed from if these are more, and below one rand to all four. */
function computedPrice(numerator: bigint, denominator: bigint, from: Rate): number {
  const fine = Number(divideRounded(numerator, denominator))
  if (Math.abs(fine) < RAND) return fine
  const step = [100, 10].find((tenthousandths) => from % tenthousandths === 0) ?? 1
  return step * Number(divideRounded(numerator, denominator * BigInt(step)))
}
