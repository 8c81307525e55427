/** Half a cent up (VAT Act s66(b)); a negative half goes away from zero, so that a credit note cancels its invoice. */
export function divideRounded(numerator: bigint, denominator: bigint): bigint {
  const magnitude = numerator < 0n ? -numerator : numerator
  const rounded = (2n * magnitude + denominator) / (2n * denominator)
  return numerator < 0n ? -rounded : rounded
}

/** Half of what a float holds to the last digit: twice a rest is held too. */
const HELD = 2 ** 52

function divideHeld(product: number, divisor: number): number {
  const magnitude = Math.abs(product)
  const rest = magnitude % divisor
  const rounded = (magnitude - rest) / divisor + (2 * rest >= divisor ? 1 : 0)
  // Never minus zero.
  return product < 0 ? 0 - rounded : rounded
}

/** No product is rounded: one that a float cannot hold is taken as a whole number of any length. */
export function multiply(a: number, b: number, divisor: bigint): number {
  const product = a * b
  const isHeld = Number.isInteger(a) && Number.isInteger(b) && Math.abs(product) <= HELD
  if (isHeld && divisor > 0n && divisor <= HELD) return divideHeld(product, Number(divisor))
  return Number(divideRounded(BigInt(a) * BigInt(b), divisor))
}
