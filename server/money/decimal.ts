declare const unit: unique symbol
type Scaled<Name extends string> = number & { readonly [unit]: Name }

/** An amount of money in whole cents: 1 234 is R 12.34. */
export type Cents = Scaled<'cents'>
/** A price of one unit in ten-thousandths of a rand: 125 000 is R 12.50. */
export type Rate = Scaled<'rate'>
/** A quantity in millionths of a unit: 1 500 000 is 1.5. */
export type Quantity = Scaled<'quantity'>
/**
 * A percentage in ten-thousandths of a percent: 155 000 is 15.5 %, 125 000 is 12.5 %, 1 000 000 is 100 %.
 * Four decimals, as a rate, so that every percentage the specification lets in is exact.
 */
export type Percent = Scaled<'percent'>

/** One hundred percent, as the divisor of a product with a `Percent`. */
export const hundredPercent = 1_000_000n

/** How many decimals each kind keeps, and the noun that a refusal uses when the caller names none. */
export const kinds = {
  cents: { decimals: 2, noun: 'amount' },
  rate: { decimals: 4, noun: 'rate' },
  quantity: { decimals: 6, noun: 'quantity' },
  percent: { decimals: 4, noun: 'percentage' },
} as const
export type Kind = keyof typeof kinds

/**
 * Largest magnitude of any scaled number. Fifteen digits, not 2^53: only up to there does every decimal
 * survive the trip through a JSON number and back.
 */
export const limit = 999_999_999_999_999

/** A value that is no exact decimal of its kind; the message is a plain sentence for the person who typed it. */
export class DecimalError extends Error {
  override name = 'DecimalError'
}

/** Take a whole number of the smallest unit (a column's value, a test's literal); throw `DecimalError` if it is none. */
export const asCents = (whole: number) => checked(whole, 'cents') as Cents
export const asRate = (whole: number) => checked(whole, 'rate') as Rate
export const asQuantity = (whole: number) => checked(whole, 'quantity') as Quantity
export const asPercent = (whole: number) => checked(whole, 'percent') as Percent

/** The JSON number of a scaled integer, in rand, units or percent: `toDecimal(asCents(1234), 'cents')` is 12.34. */
export function toDecimal(value: number, kind: Kind): number {
  // One correctly rounded division of two exact integers: the nearest double, which JSON writes shortest.
  return value / 10 ** kinds[kind].decimals
}

/** The same number as text with every decimal of its kind and a dot: `12.34`, for CSV files and other systems. */
export function toDecimalText(value: number, kind: Kind): string {
  const { decimals } = kinds[kind]
  const digits = String(Math.abs(value)).padStart(decimals + 1, '0')
  return `${value < 0 ? '-' : ''}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

function checked(whole: number, kind: Kind): number {
  if (!Number.isInteger(whole))
    throw new DecimalError(`The ${kinds[kind].noun} is not a whole number of its smallest unit.`)
  if (Math.abs(whole) > limit) throw new DecimalError(`The ${kinds[kind].noun} is too large.`)
  return whole === 0 ? 0 : whole
}
