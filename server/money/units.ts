import { MAX_DECIMAL } from '#views/ui/field-rules.ts'
import { asQuantity, asRate, DecimalError, type Quantity, type Rate } from './decimal.ts'
import { divideRounded, multiply } from './round.ts'

/** In lowest terms. */
export type Ratio = { readonly numerator: number; readonly denominator: number }

const counted = new Set(['each', 'ea', 'piece', 'pieces', 'pc', 'pcs', 'unit', 'units', 'stuk', 'stuks'])

/** Whether there are only whole ones of a unit, by its name. */
export const isCountedWhole = (unit: string): boolean => counted.has(unit.trim().toLowerCase())

const decimal = /^(\d*)(?:[.,](\d+))?$/
const fraction = /^(\d+)\s*\/\s*(\d+)$/

/** A firm has some ten units. */
const MOST_KNOWN = 1_000
const known = new Map<string, Ratio>()

/** How many of the unit make one base unit: 1000 for the gram of a kilogram, `1/12` for the dozen. @throws DecimalError */
export function parseRatio(input: unknown, name = 'ratio to base'): Ratio {
  const text = typeof input === 'number' || typeof input === 'string' ? String(input).trim() : ''
  const found = known.get(text)
  if (found) return found
  const parsed = toRatio(text, name)
  if (known.size >= MOST_KNOWN) known.clear()
  known.set(text, parsed)
  return parsed
}

function toRatio(text: string, name: string): Ratio {
  const [numerator, denominator] = terms(text)
  if (numerator === 0n || denominator === 0n)
    throw new DecimalError(`The ${name} must be a number above zero, such as 12, 0.4536 or 1/12.`)
  const common = divisor(numerator, denominator)
  if (numerator / common > BigInt(MAX_DECIMAL) || denominator / common > BigInt(MAX_DECIMAL))
    throw new DecimalError(`The ${name} may have at most 15 digits.`)
  return { numerator: Number(numerator / common), denominator: Number(denominator / common) }
}

/** ÷ ratiotobase, rounded once to the millionth. */
export function toBase(entered: Quantity, { numerator, denominator }: Ratio): Quantity {
  return asQuantity(scale(entered, denominator, numerator))
}

/** × ratiotobase, rounded once to the millionth. */
export function fromBase(base: Quantity, { numerator, denominator }: Ratio): Quantity {
  return asQuantity(scale(base, numerator, denominator))
}

/** ÷ ratiotobase, four decimals of a rand. */
export function unitRate(baserate: Rate, { numerator, denominator }: Ratio): Rate {
  return asRate(scale(baserate, denominator, numerator))
}

/** What a rate of one unit is multiplied with for another, by way of the base unit. */
export const unitFactor = (from: Ratio, to: Ratio) => ({
  numerator: BigInt(from.numerator) * BigInt(to.denominator),
  denominator: BigInt(from.denominator) * BigInt(to.numerator),
})

/** A cost or what a supplier asks: rounded once, four decimals. What clients pay goes by `priceBetween`. */
export function rateBetween(rate: Rate, from: Ratio, to: Ratio): Rate {
  const { numerator, denominator } = unitFactor(from, to)
  return asRate(Number(divideRounded(BigInt(rate) * numerator, denominator)))
}

/** A number where the fraction ends (0.4536), else text (`1/12`). */
export function ratioToJson({ numerator, denominator }: Ratio): number | string {
  const value = numerator / denominator
  const back = terms(String(value))
  const same = back[0] * BigInt(denominator) === back[1] * BigInt(numerator)
  return same ? value : `${numerator}/${denominator}`
}

const scale = (value: number, times: number, by: number): number => multiply(value, times, BigInt(by))

function terms(text: string): [bigint, bigint] {
  const parts = fraction.exec(text)
  if (parts) return [BigInt(parts[1]!), BigInt(parts[2]!)]
  const [, whole = '', decimals = ''] = decimal.exec(text) ?? []
  return [BigInt(whole + decimals || '0'), 10n ** BigInt(decimals.length)]
}

function divisor(a: bigint, b: bigint): bigint {
  return b === 0n ? a : divisor(b, a % b)
}
