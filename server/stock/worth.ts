import { asRate, type Rate } from '#server/money/decimal.ts'
import { divideRounded } from '#server/money/round.ts'

/** All stock of an item, wherever it lies: millionths of the base unit, and cents. */
export type Pool = { quantity: number; value: number }

/** `value` is what a movement adds to the pool, `variance` what it adds to cost of sales; together they are what it cost. */
export type Worth = { value: number; variance: number }

/** `value × part ÷ whole`, rounded once to the cent. */
export function takePortion(value: number, part: number, whole: number): number {
  const sign = whole < 0 ? -1n : 1n
  return Number(divideRounded(sign * BigInt(value) * BigInt(part), sign * BigInt(whole)))
}

/**
 * What comes in at a cost. Where stock was below zero, or nobody knew what it cost, all that is there now has this cost:
 * what went out at another goes to cost of sales.
 */
export function worthIn({ quantity, value }: Pool, more: number, cost: number, known = true): Worth {
  const added = quantity < 0 || !known ? takePortion(cost, quantity + more, more) - value : cost
  return { value: added, variance: cost - added }
}

/** At the average; the last takes all. `quantity` is not 0. */
export const worthOut = ({ quantity, value }: Pool, less: number): number =>
  -takePortion(value, less, quantity) || 0

/** A base unit, in hundredths of a cent. */
export const unitWorth = ({ quantity, value }: Pool): Rate =>
  asRate(takePortion(value, 100_000_000, quantity))

type Balanced = { quantity: number; balance: number }
/** A movement since, with the balance after it. `used`: what went out and not back to the supplier. */
type Since = Balanced & { used: boolean }

const SCALE = 10n ** 30n

/**
 * How much of what a receipt cost is still in stock, after what was used since: the product of 1 − out ÷ stock (0 once
 * stock was gone). The rest has been used, and its late price goes to cost of sales.
 */
export function shareLeft(receipt: Balanced, since: readonly Since[], amount: number): number {
  const before = receipt.balance - receipt.quantity
  let share = before < 0 ? ratio(Math.max(receipt.balance, 0), receipt.quantity) : SCALE
  for (const { quantity, balance, used } of since) {
    if (balance <= 0) return 0
    if (used) share = (share * BigInt(balance)) / BigInt(balance - quantity)
  }
  return Number(divideRounded(BigInt(amount) * share, SCALE))
}

const ratio = (part: number, whole: number) => (SCALE * BigInt(part)) / BigInt(whole)
