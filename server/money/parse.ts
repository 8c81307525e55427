import {
  type Cents,
  DecimalError,
  type Kind,
  kinds,
  limit,
  type Percent,
  type Quantity,
  type Rate,
} from './decimal.ts'

/**
 * Read what a person or a program wrote: a JSON number, or a string with a decimal comma or dot whose thousands
 * may be set apart by spaces (`1 234,5`). Zeros after the last decimal kept are no decimals.
 * `name` is the field as the sentence shall call it. Throws `DecimalError`: "The rate may have at most 4 decimals."
 */
export const parseCents = (input: unknown, name?: string) => parse(input, 'cents', name) as Cents
export const parseRate = (input: unknown, name?: string) => parse(input, 'rate', name) as Rate
export const parseQuantity = (input: unknown, name?: string) => parse(input, 'quantity', name) as Quantity
export const parsePercent = (input: unknown, name?: string) => parse(input, 'percent', name) as Percent

/** The same for any kind: the value as a whole number of the kind's smallest unit. */
export function parse(input: unknown, kind: Kind, name: string = kinds[kind].noun): number {
  const { decimals } = kinds[kind]
  const { sign, whole, fraction } = split(input, name)
  const kept = fraction.replace(/0+$/, '')
  if (kept.length > decimals) throw new DecimalError(`The ${name} may have at most ${decimals} decimals.`)
  const magnitude = BigInt(whole + kept.padEnd(decimals, '0'))
  if (magnitude > BigInt(limit)) throw new DecimalError(`The ${name} is too large.`)
  return magnitude === 0n ? 0 : sign * Number(magnitude)
}

type Parts = { sign: 1 | -1; whole: string; fraction: string }

// Thousands are grouped by a plain, a no-break or a narrow no-break space: what South African programs write.
const written = /^([+-]?)(\d{1,3}(?:[ \u00a0\u202f]\d{3})+|\d*)(?:[.,](\d+))?$/

function split(input: unknown, name: string): Parts {
  const text =
    typeof input === 'number' ? shortest(input, name) : typeof input === 'string' ? input.trim() : ''
  const match = written.exec(text)
  const [, sign, whole = '', fraction = ''] = match ?? []
  if (whole + fraction === '')
    throw new DecimalError(`The ${name} must be a number, such as 1234.5 or 1 234,5.`)
  return { sign: sign === '-' ? -1 : 1, whole: whole.replace(/\D/g, ''), fraction }
}

/**
 * A JSON number means its shortest decimal: 0.1 is one tenth, although the double is not. An exponent shows only
 * below 0.000001 or from 10^21 on, past what any kind holds.
 */
function shortest(value: number, name: string): string {
  const text = String(value)
  if (text.includes('e+')) throw new DecimalError(`The ${name} is too large.`)
  return text.includes('e-') ? '0.0000001' : text
}
