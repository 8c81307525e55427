import { asCents, type Cents } from './decimal.ts'

/** Parts that add up to the sum, by largest remainder; of equal ones the first gets the cent. @throws RangeError without any weight */
export function spreadCents(sum: Cents, weights: readonly number[]): Cents[] {
  const all = weights.reduce((total, weight) => total + BigInt(weight), 0n)
  if (all <= 0n || weights.some((weight) => weight < 0)) throw new RangeError('Nothing to spread a sum by.')
  const sign = sum < 0 ? -1 : 1
  const whole = BigInt(Math.abs(sum))
  const exact = weights.map((weight) => ({
    floor: (whole * BigInt(weight)) / all,
    rest: (whole * BigInt(weight)) % all,
  }))
  let left = Number(whole - exact.reduce((total, { floor }) => total + floor, 0n))
  const order = exact.map((_, at) => at).toSorted((a, b) => compare(exact[b]!.rest, exact[a]!.rest) || a - b)
  const parts = exact.map(({ floor }) => Number(floor))
  for (const at of order) if (left-- > 0) parts[at]! += 1
  return parts.map((part) => asCents(sign * part || 0))
}

const compare = (a: bigint, b: bigint) => (a < b ? -1 : a > b ? 1 : 0)
