/** A fraction, exact as far as both its parts need no more than some 150 digits; the denominator is above zero. */
export type Exact = { n: bigint; d: bigint }

export const exactZero: Exact = { n: 0n, d: 1n }
export const exactOne: Exact = { n: 1n, d: 1n }

export const exactWhole = (value: number): Exact => ({ n: BigInt(value), d: 1n })

export const exactProduct = (a: Exact, b: Exact): Exact => reduceLong({ n: a.n * b.n, d: a.d * b.d })

export function exactSum(a: Exact, b: Exact): Exact {
  if (a.d === b.d) return { n: a.n + b.n, d: a.d }
  // What comes from two levels of a bill: the denominator of the one holds that of the other.
  if (a.d % b.d === 0n) return { n: a.n + b.n * (a.d / b.d), d: a.d }
  if (b.d % a.d === 0n) return { n: b.n + a.n * (b.d / a.d), d: b.d }
  return reduceLong({ n: a.n * b.d + b.n * a.d, d: a.d * b.d })
}

export const exactDifference = (a: Exact, b: Exact): Exact => exactSum(a, { n: -b.n, d: b.d })

/** Up to the next multiple of `step`. Of what is not below zero. */
export const exactUp = ({ n, d }: Exact, step = 1n): bigint => ((n + d * step - 1n) / (d * step)) * step

const UNREDUCED = 2n ** 256n

/** To find what both parts share takes longer than all else, so it is left until they are long. */
const reduceLong = (exact: Exact): Exact => (exact.d < UNREDUCED ? exact : lowest(exact))

function lowest({ n, d }: Exact): Exact {
  const common = divisor(n < 0n ? -n : n, d)
  return common === 1n ? shorten({ n, d }) : shorten({ n: n / common, d: d / common })
}

const DIGITS = 128
const LONG = 16n ** BigInt(DIGITS)

/**
 * Parts that both grow past 128 hexadecimal digits lose their last ones: each level of a bill adds some, and one of
 * hundreds of levels would be reckoned for minutes. No bill of measured quantities comes near.
 */
function shorten({ n, d }: Exact): Exact {
  const size = n < 0n ? -n : n
  if (d < LONG || size < LONG) return { n, d }
  const over = BigInt(4 * ((size < d ? size : d).toString(16).length - DIGITS))
  return { n: n >> over, d: d >> over }
}

function divisor(a: bigint, b: bigint): bigint {
  let [one, other] = [a, b]
  while (other !== 0n) [one, other] = [other, one % other]
  return one
}
