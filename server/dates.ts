/** Whether the calendar has it: some engines take 31 November for a day of the next month. */
export function isDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}

/** Dates are `YYYY-MM-DD`. */
export const daysAfter = (date: string, days: number): string =>
  Temporal.PlainDate.from(date).add({ days }).toString()

const following = new Map<string, string>()
/** Some years of days. */
const MOST_KNOWN = 5_000

/** For walks over the days of a thousand plans, which meet the same days again and again. */
export function dayAfter(date: string): string {
  const known = following.get(date)
  if (known) return known
  if (following.size >= MOST_KNOWN) following.clear()
  const next = daysAfter(date, 1)
  following.set(date, next)
  return next
}

export const daysBetween = (from: string, to: string): number => Temporal.PlainDate.from(from).until(to).days

/** The Monday. */
export function startOfWeek(date: string): string {
  const day = Temporal.PlainDate.from(date)
  return day.subtract({ days: day.dayOfWeek - 1 }).toString()
}

/** The Sunday. */
export function endOfWeek(date: string): string {
  const day = Temporal.PlainDate.from(date)
  return day.add({ days: 7 - day.dayOfWeek }).toString()
}

type Month = { start: string; end: string }

const monthOf = (date: Temporal.PlainDate): Month => ({
  start: date.with({ day: 1 }).toString(),
  end: date.with({ day: date.daysInMonth }).toString(),
})

export function monthsUpTo(today: string): [thismonth: Month, lastmonth: Month] {
  const date = Temporal.PlainDate.from(today)
  return [monthOf(date), monthOf(date.subtract({ months: 1 }))]
}
