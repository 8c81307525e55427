import { formatQuantity, shareQuantity } from '#views/format.ts'
import type { ToBill } from './types.ts'

const ONE = 1_000_000

/** `2 Door`; a part of one, that a percentage of the price left or took, as `40 % of 1 Door`. */
export function sayToBill({ description, unit, of }: ToBill, quantity: number): string {
  const said = of && quantity % ONE !== 0 ? shareQuantity(quantity, of, unit) : formatQuantity(quantity, unit)
  return `${said} ${description}`
}
