import { daysBetween } from '#server/dates.ts'

/** Spec 2, section 9; `standalone` never. */
const STEPS = {
  daily: { days: 1 },
  weekly: { days: 7 },
  monthly: { months: 1 },
  quarterly: { months: 3 },
  biannually: { months: 6 },
  annually: { months: 12 },
} satisfies Record<string, { days: number } | { months: number }>
export type Frequency = keyof typeof STEPS

export const isFrequency = (word: string): word is Frequency => Object.hasOwn(STEPS, word)

export type FrequencyRow = { frequency: Frequency; anchor: string; withanchor: boolean }

/** Always counted from the anchor, so that the 31st comes back after February. @param at from 0 */
function nth({ frequency, anchor }: FrequencyRow, at: number): string {
  const { days = 0, months = 0 }: Temporal.DurationLikeObject = STEPS[frequency]
  return Temporal.PlainDate.from(anchor)
    .add({ days: days * at, months: months * at })
    .toString()
}

function countUpTo(row: FrequencyRow, day: string): number {
  const { days, months = 1 }: Temporal.DurationLikeObject = STEPS[row.frequency]
  if (days) return Math.max(0, Math.floor(daysBetween(row.anchor, day) / days) + 1)
  const [from, to] = [Temporal.PlainYearMonth.from(row.anchor), Temporal.PlainYearMonth.from(day)]
  const upto = Math.max(0, Math.floor(from.until(to, { largestUnit: 'months' }).months / months) + 1)
  return upto > 0 && nth(row, upto - 1) > day ? upto - 1 : upto
}

export function latestDue(row: FrequencyRow, after: string, upto: string): string | undefined {
  const at = countUpTo(row, upto) - 1
  if (at < (row.withanchor ? 0 : 1)) return
  const date = nth(row, at)
  return date > after ? date : undefined
}

/** All after one day, up to another. */
export function duesBetween(row: FrequencyRow, after: string, upto: string): string[] {
  const first = Math.max(countUpTo(row, after), row.withanchor ? 0 : 1)
  const last = countUpTo(row, upto)
  return Array.from({ length: Math.max(0, last - first) }, (_, n) => nth(row, first + n))
}

export const nextDue = (row: FrequencyRow, after: string): string =>
  nth(row, Math.max(countUpTo(row, after), row.withanchor ? 0 : 1))

/** The day on which what begins on a day comes next, by its pace. */
export const nextDays = (from: string) =>
  Object.fromEntries(
    Object.entries(STEPS).map(([pace, step]) => [pace, Temporal.PlainDate.from(from).add(step).toString()]),
  )
