import { daysAfter, daysBetween, endOfWeek, monthsUpTo } from '#server/dates.ts'

export const scheduleViews = ['month', 'week', 'day'] as const
export type ScheduleView = (typeof scheduleViews)[number]

export type ScheduleRange = {
  view: ScheduleView
  weeks: number
  /** The first and the last day, and every one from the first to the last. */
  from: string
  to: string
  days: readonly string[]
  /** A day of the range before, and of the one after. */
  before: string
  after: string
}

type Asked = { view?: ScheduleView; date?: string | null; weeks?: number }

/** A calendar month, whole weeks from a Monday on, or one day; the one that holds `date`, else `today`. */
export function scheduleRange({ view = 'week', date, weeks = 1 }: Asked, today: string): ScheduleRange {
  const [from, to] = boundsOf(view, date ?? today, weeks)
  const count = daysBetween(from, to) + 1
  const days = Array.from({ length: count }, (_, n) => daysAfter(from, n))
  const before = view === 'month' ? daysAfter(from, -1) : daysAfter(from, -count)
  return { view, weeks, from, to, days, before, after: daysAfter(to, 1) }
}

function boundsOf(view: ScheduleView, date: string, weeks: number): [from: string, to: string] {
  if (view === 'day') return [date, date]
  if (view === 'month') {
    const [{ start, end }] = monthsUpTo(date)
    return [start, end]
  }
  const sunday = endOfWeek(date)
  return [daysAfter(sunday, -6), daysAfter(sunday, 7 * (weeks - 1))]
}
