import { dayAfter, daysAfter } from '#server/dates.ts'
import { findDayOff, type WorkingTime } from '#server/working-time.ts'

/** Days in a row without a working one after which an account is taken to work on none, and every day counts. */
const NEVER_WORKS = 400

/** Moves a date by working days of an account; what was worked out is kept for the next of a thousand items. */
export function workdays(time: WorkingTime) {
  const known = new Map<string, string>()
  const walk = (date: string, days: number, step: (date: string) => string) => {
    let [at, left, off] = [date, days, 0]
    while (left > 0) {
      at = step(at)
      off = findDayOff(time, at) ? off + 1 : 0
      if (off === 0 || off > NEVER_WORKS) left--
    }
    return at
  }
  const kept = (key: string, find: () => string) => {
    const found = known.get(key) ?? find()
    known.set(key, found)
    return found
  }
  return {
    before: (date: string, days: number) =>
      kept(`${date}-${days}`, () => walk(date, days, (at) => daysAfter(at, -1))),
    after: (date: string, days: number) => kept(`${date}+${days}`, () => walk(date, days, dayAfter)),
  }
}
export type Workdays = ReturnType<typeof workdays>

/** Ten years: further back no order can have been due. */
export const LONGEST_LEAD = 2_600
