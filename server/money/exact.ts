/** A fraction without rounding; the denominator is above zero. */
export type Exact = { n: bigint; d: bigint }

export const exactZero: Exact = { n: 0n, d: 1n }
export const exactOne: Exact = { n: 1n, d: 1n }

export const exactWhole = (value: number): Exact => ({ n: BigInt(value), d: 1n })

export const exactProduct = (a: Exact, b: Exact): Exact => lowest({ n: a.n * b.n, d: a.d * b.d })

export const exactSum = (a: Exact, b: Exact): Exact =>
  a.d === b.d ? { n: a.n + b.n, d: a.d } : lowest({ n: a.n * b.d + b.n * a.d, d: a.d * b.d })

export const exactDifference = (a: Exact, b: Exact): Exact => exactSum(a, { n: -b.n, d: b.d })

/** Up to the next multiple of `step`. Of what is not below zero. */
export const exactUp = ({ n, d }: Exact, step = 1n): bigint => ((n + d * step - 1n) / (d * step)) * step

function lowest({ n, d }: Exact): Exact {
  const common = divisor(n < 0n ? -n : n, d)
  return common === 1n ? { n, d } : { n: n / common, d: d / common }
}

function divisor(a: bigint, b: bigint): bigint {
  let [one, other] = [a, b]
  while (other !== 0n) [one, other] = [other, one % other]
  return one
}
