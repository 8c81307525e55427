import { DAY_MS, daysIn } from '#server/instants.ts'

/** How often a job of a category comes again (spec 2, section 9); `standalone` never. */
const frequencies = ['daily', 'weekly', 'monthly', 'quarterly', 'biannually', 'annually'] as const
export type Frequency = (typeof frequencies)[number]

const DAYS: Partial<Record<Frequency, number>> = { daily: 1, weekly: 7 }
const MONTHS: Partial<Record<Frequency, number>> = { monthly: 1, quarterly: 3, biannually: 6, annually: 12 }

export const isFrequency = (word: string): word is Frequency => frequencies.includes(word as Frequency)

/** The calendar date some days after another. Dates are `YYYY-MM-DD`. */
export const daysAfter = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10)

export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS

/** How many dates of the row that begins at `anchor` lie on or before a day: 1 on the anchor itself. */
function countUpTo(frequency: Frequency, anchor: string, day: string): number {
  const step = DAYS[frequency]
  if (step) return Math.max(0, Math.floor(daysBetween(anchor, day) / step) + 1)
  const [months = 1] = [MONTHS[frequency]]
  const apart = (Number(day.slice(0, 4)) - Number(anchor.slice(0, 4))) * 12 + monthOf(day) - monthOf(anchor)
  const upto = Math.max(0, Math.floor(apart / months) + 1)
  return upto > 0 && nth(frequency, anchor, upto - 1) > day ? upto - 1 : upto
}

const monthOf = (date: string) => Number(date.slice(5, 7))

/** The date number `at` (from 0) of the row: always counted from the anchor, so that the 31st comes back after February. */
function nth(frequency: Frequency, anchor: string, at: number): string {
  const step = DAYS[frequency]
  if (step) return daysAfter(anchor, at * step)
  const month = monthOf(anchor) - 1 + at * (MONTHS[frequency] ?? 1)
  const year = Number(anchor.slice(0, 4))
  const day = Math.min(Number(anchor.slice(8)), daysIn(year, month))
  return new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10)
}

/** A row of dates: it begins at the anchor, or one step after it. */
export type Row = { frequency: Frequency; anchor: string; withanchor: boolean }

/** The latest date of the row that is after one day and not after another; undefined when there is none. */
export function latestDue(
  { frequency, anchor, withanchor }: Row,
  after: string,
  upto: string,
): string | undefined {
  const at = countUpTo(frequency, anchor, upto) - 1
  if (at < (withanchor ? 0 : 1)) return
  const date = nth(frequency, anchor, at)
  return date > after ? date : undefined
}

/** The first date of the row after a day. */
export function nextDue({ frequency, anchor, withanchor }: Row, after: string): string {
  return nth(frequency, anchor, Math.max(countUpTo(frequency, anchor, after), withanchor ? 0 : 1))
}
