import {
  amount,
  clockTime,
  computedAmount,
  exactRate,
  formatQuantity,
  formatRand,
  plainRate,
  roundedPercent,
} from '#views/format.ts'

/** With fifteen digits each number of decimals is another float. */
const MOST_DIGITS = 1e15

/** Digit by digit, so that no float is multiplied. */
export function scaled(value: number, decimals: number): number {
  const nearest = Math.round(value * 10 ** decimals)
  // Of two whole numbers that a float holds, the quotient is the nearest float there is: that of the digits.
  if (nearest / 10 ** decimals === value && Math.abs(nearest) < MOST_DIGITS) return nearest + 0
  const [, sign = '', whole = '0', rest = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(String(value)) ?? []
  return Number(`${sign}${whole}${rest.padEnd(decimals, '0').slice(0, decimals)}`)
}

export const randText = (value: number) => formatRand(scaled(value, 2))

export const amountText = (value: number) => amount(scaled(value, 2))

export const rateText = (value: number) => plainRate(scaled(value, 4))

export const exactRateText = (value: number) => exactRate(scaled(value, 4))

/** What comes of a price, such as its VAT: always in cents. */
export const computedText = (value: number) => computedAmount(scaled(value, 4))

export const quantityText = (value: number, unit?: string) => formatQuantity(scaled(value, 6), unit)

export const clockText = (value: number, unit?: string) => clockTime(scaled(value, 6), unit)

/** Of a percentage that is computed. */
export const shareText = (percent: number) => roundedPercent(scaled(percent, 4))

export const decimalText = (value: number | null | undefined) =>
  value === null || value === undefined ? '' : String(value).replace('.', ',')

export function parseDecimal(text: string): number | null {
  const plain = text
    .replace(/[\s\u00a0R%]/g, '')
    .replace('−', '-')
    .replace(',', '.')
  return /^-?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : null
}
