/** Half a cent up (VAT Act s66(b)); a negative half goes away from zero, so that a credit note cancels its invoice. */
export function divideRounded(numerator: bigint, denominator: bigint): bigint {
  const magnitude = numerator < 0n ? -numerator : numerator
  const rounded = (2n * magnitude + denominator) / (2n * denominator)
  return numerator < 0n ? -rounded : rounded
}

/** The product never passes through a float. */
export function multiply(a: number, b: number, divisor: bigint): number {
  return Number(divideRounded(BigInt(a) * BigInt(b), divisor))
}
