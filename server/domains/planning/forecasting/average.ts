import type { MovedDay } from '#db/queries/planning/forecast.ts'
import { daysAfter, daysBetween } from '#server/dates.ts'
import { asQuantity, type Quantity } from '#server/money/decimal.ts'
import { divideRounded } from '#server/money/round.ts'

/** Base units used in whole periods, which have so many days, on some of which there was none to use. */
export type Consumption = { used: Quantity; days: number; outdays: number }

/** As a person would say it. */
const HUNDREDTH = 10_000n

/** used ÷ (days − days without stock) × days of the period, to a hundredth. */
export function averageUse({ used, days, outdays }: Consumption, perioddays: number): Quantity {
  const instock = days - outdays
  if (used <= 0 || instock <= 0) return asQuantity(0)
  return asQuantity(
    Number(divideRounded(BigInt(used) * BigInt(perioddays), BigInt(instock) * HUNDREDTH) * HUNDREDTH),
  )
}

type Past = { start: string; end: string }

/**
 * A day is without stock when there was none at its start, none at its end, and none was used on it.
 * @param moved of one item, on each day since the start, in order; `onhand` after all of them
 */
export function readConsumption(
  moved: readonly MovedDay[],
  onhand: number,
  { start, end }: Past,
): Consumption {
  let balance = onhand - moved.reduce((sum, day) => sum + day.moved, 0)
  let [used, outdays, at] = [0, 0, start]
  for (const day of moved) {
    if (day.day > end) break
    if (balance <= 0) outdays += daysBetween(at, day.day)
    const opening = balance
    balance += day.moved
    used += day.used
    if (opening <= 0 && balance <= 0 && day.used <= 0) outdays += 1
    at = daysAfter(day.day, 1)
  }
  if (balance <= 0 && at <= end) outdays += daysBetween(at, end) + 1
  return { used: asQuantity(Math.max(0, used)), days: daysBetween(start, end) + 1, outdays }
}
