import { Problem } from '#server/errors.ts'
import { askDoubtedPrice } from '#views/ui/doubted-price.ts'
import { MAX_DECIMAL, QUANTITY_PLACES, tooLargeError } from '#views/ui/field-rules.ts'

declare const unit: unique symbol
type Scaled<Name extends string> = number & { readonly [unit]: Name }

/** Whole cents: 1 234 is R 12.34. */
export type Cents = Scaled<'cents'>
/** Ten-thousandths of a rand: 125 000 is R 12.50. */
export type Rate = Scaled<'rate'>
/** Millionths of a unit: 1 500 000 is 1.5. */
export type Quantity = Scaled<'quantity'>
/** Ten-thousandths of a percent: 155 000 is 15.5 %. */
export type Percent = Scaled<'percent'>

export const hundredPercent = 1_000_000n

export const decimalKinds = {
  cents: { decimals: 2, noun: 'amount' },
  rate: { decimals: 4, noun: 'rate' },
  quantity: { decimals: QUANTITY_PLACES, noun: 'quantity' },
  percent: { decimals: 4, noun: 'percentage' },
} as const
export type DecimalKind = keyof typeof decimalKinds

export class DecimalError extends Problem {
  constructor(message: string) {
    super(400, message)
  }
}

/** @throws DecimalError */
export const asCents = (whole: number) => checkDecimal(whole, 'cents') as Cents
export const asRate = (whole: number) => checkDecimal(whole, 'rate') as Rate
export const asQuantity = (whole: number) => checkDecimal(whole, 'quantity') as Quantity
export const asPercent = (whole: number) => checkDecimal(whole, 'percent') as Percent

/** A JSON number, or a string with a decimal comma or dot, thousands apart by spaces (`1 234,5`). @throws DecimalError */
export const parseCents = (input: unknown, name?: string) => parse(input, 'cents', name) as Cents
export const parseRate = (input: unknown, name?: string) => parse(input, 'rate', name) as Rate
export const parseQuantity = (input: unknown, name?: string) => parse(input, 'quantity', name) as Quantity
export const parsePercent = (input: unknown, name?: string) => parse(input, 'percent', name) as Percent

/** A price that a person typed. @throws DecimalError, also for what may be a thousand as well */
export const parseTypedPrice = (text: string) => parseRate(undoubted(text), 'price')

/** @throws DecimalError for a text that may be a thousand as well */
export function undoubted<T>(price: T): T {
  const asked = typeof price === 'string' ? askDoubtedPrice(price) : undefined
  if (asked) throw new DecimalError(asked)
  return price
}

export function parse(input: unknown, kind: DecimalKind, name: string = decimalKinds[kind].noun): number {
  const { decimals } = decimalKinds[kind]
  const { sign, whole, fraction } = split(input, name)
  const kept = fraction.replace(/0+$/, '')
  if (kept.length > decimals) throw new DecimalError(`The ${name} may have at most ${decimals} decimals.`)
  const magnitude = BigInt(whole + kept.padEnd(decimals, '0'))
  if (magnitude > BigInt(MAX_DECIMAL)) throw new DecimalError(tooLargeError(name))
  return magnitude === 0n ? 0 : sign * Number(magnitude)
}

/** `toDecimal(asCents(1234), 'cents')` is 12.34. */
export function toDecimal(value: number, kind: DecimalKind): number {
  // One correctly rounded division of two exact integers: the nearest double, which JSON writes shortest.
  return value / 10 ** decimalKinds[kind].decimals
}

/** `toRand(1234)` is 12.34: how calls and files say an amount. */
export const toRand = (cents: number): number => toDecimal(cents, 'cents')

/** Every decimal of its kind and a dot: `12.34`. */
export function toDecimalText(value: number, kind: DecimalKind): string {
  const { decimals } = decimalKinds[kind]
  const digits = String(Math.abs(value)).padStart(decimals + 1, '0')
  return `${value < 0 ? '-' : ''}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

function checkDecimal(whole: number, kind: DecimalKind): number {
  if (!Number.isInteger(whole))
    throw new DecimalError(`The ${decimalKinds[kind].noun} is not a whole number of its smallest unit.`)
  if (Math.abs(whole) > MAX_DECIMAL) throw new DecimalError(tooLargeError(decimalKinds[kind].noun))
  return whole === 0 ? 0 : whole
}

type Parts = { sign: 1 | -1; whole: string; fraction: string }

/** As the pages write it, and people paste it. */
const MINUS = '−'

// Thousands are grouped by a plain, a no-break or a narrow no-break space: what South African programs write.
const written = /^([+−-]?)(\d{1,3}(?:[ \u00a0\u202f]\d{3})+|\d*)(?:[.,](\d+))?$/

function split(input: unknown, name: string): Parts {
  const text =
    typeof input === 'number' ? shortest(input, name) : typeof input === 'string' ? input.trim() : ''
  const match = written.exec(text)
  const [, sign, whole = '', fraction = ''] = match ?? []
  if (whole + fraction === '') throw new DecimalError(`The ${name} must be a number, such as 1 234,5.`)
  return { sign: sign === '-' || sign === MINUS ? -1 : 1, whole: whole.replace(/\D/g, ''), fraction }
}

/** 0.1 means one tenth, although the double is not. An exponent shows below 0.000001 or from 10^21 on. */
function shortest(value: number, name: string): string {
  const text = String(value)
  if (text.includes('e+')) throw new DecimalError(tooLargeError(name))
  return text.includes('e-') ? '0.0000001' : text
}
