import { amount, plainRate, quantity, rand } from '#views/format.ts'

/**
 * A JSON decimal as an integer of `decimals` places, read digit by digit so that no float is multiplied:
 * `scaled(12.5, 2)` → 1250. Digits beyond the last place are left out.
 */
export function scaled(value: number, decimals: number): number {
  const [, sign = '', whole = '0', rest = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(String(value)) ?? []
  return Number(`${sign}${whole}${rest.padEnd(decimals, '0').slice(0, decimals)}`)
}

export const randText = (value: number) => rand(scaled(value, 2))

/** Rand as `1 234,56`, for a column whose head names the currency. */
export const amountText = (value: number) => amount(scaled(value, 2))

/** A price of one unit as `12,50` to `12,5025`. */
export const rateText = (value: number) => plainRate(scaled(value, 4))

export const quantityText = (value: number, unit?: string) => quantity(scaled(value, 6), unit)

/** A percentage or other plain number as a person writes it: `7,5`. */
export const decimalText = (value: number | null | undefined) =>
  value === null || value === undefined ? '' : String(value).replace('.', ',')

/** What a person typed (`1 234,5` or `1234.5`) as a JSON number; null when it is no number. */
export function parseDecimal(text: string): number | null {
  const plain = text.replace(/[\s\u00a0R%]/g, '').replace(',', '.')
  return /^-?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : null
}

export const sumText = (cards: readonly { quoted?: number }[]) =>
  rand(cards.reduce((cents, { quoted = 0 }) => cents + scaled(quoted, 2), 0))
