import { asCents, type Cents } from './decimal.ts'

/** The smallest coin, 10 cents: amounts in cash are rounded down to it (SARS, BGR 65). */
const COIN = 10

export const isCashAmount = (amount: Cents): boolean => amount % COIN === 0

/** What is left off an amount that is paid in cash: R 49.98 is paid by R 49.90. */
export const cashRounding = (due: Cents): Cents => asCents(Math.max(0, due) % COIN)
