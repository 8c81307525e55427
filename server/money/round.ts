/**
 * The one rounding of the product: numerator ÷ denominator to a whole number, half a cent up (VAT Act s66(b)).
 *
 * The Act speaks of amounts, which have no sign; a credit note repeats its invoice's amounts negatively. So a
 * negative half goes away from zero, and every line of a credit note cancels its invoice's line exactly.
 * The denominator must be positive.
 */
export function divideRounded(numerator: bigint, denominator: bigint): bigint {
  const magnitude = numerator < 0n ? -numerator : numerator
  const rounded = (2n * magnitude + denominator) / (2n * denominator)
  return numerator < 0n ? -rounded : rounded
}

/** a × b ÷ divisor, rounded once. All are scaled integers; the product never passes through a float. */
export function multiply(a: number, b: number, divisor: bigint): number {
  return Number(divideRounded(BigInt(a) * BigInt(b), divisor))
}
