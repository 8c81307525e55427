import { daysAfter, daysBetween, endOfWeek, startOfWeek } from '#server/dates.ts'
import { invalid } from '#server/errors.ts'

type PeriodKind = 'week' | 'month'

/** Both days are in it. */
export type Period = {
  start: string
  end: string
  /** From today to the day that was asked for: what it holds comes before the others. */
  lead: boolean
}

export type Horizon = {
  by?: PeriodKind | ''
  periods?: number
  from?: string | null
  to?: string | null
}

/** A year of weeks, two years of months: further ahead nothing is known. */
const MOST_PERIODS = { week: 53, month: 24 } as const
const PERIODS = { week: 8, month: 6 } as const

const endOfPeriod = (day: string, by: PeriodKind): string => {
  if (by === 'week') return endOfWeek(day)
  const date = Temporal.PlainDate.from(day)
  return date.with({ day: date.daysInMonth }).toString()
}

const startOfPeriod = (day: string, by: PeriodKind) =>
  by === 'week' ? startOfWeek(day) : `${day.slice(0, 8)}01`

export const countDays = ({ start, end }: Pick<Period, 'start' | 'end'>) => daysBetween(start, end) + 1

/** Today's is what is left of it. @throws 400 by the field */
export function listPeriods(today: string, { by, periods, from, to }: Horizon): Period[] {
  const kind = by || 'week'
  const most = MOST_PERIODS[kind]
  const first = from || today
  if (first < today) throw invalid({ from: 'A forecast begins today or later.' })
  if (to && to < first) throw invalid({ to: 'The forecast ends before it begins.' })
  const count = to ? most : (periods ?? PERIODS[kind])
  if (count > most) throw invalid({ periods: `At most ${most} ${kind}s are forecast.` })
  const lead = first > today ? [{ start: today, end: daysAfter(first, -1), lead: true }] : []
  const found: Period[] = []
  for (let start = first; found.length < count; start = daysAfter(found.at(-1)!.end, 1)) {
    if (to && start > to) break
    found.push({ start, end: endOfPeriod(start, kind), lead: false })
  }
  const last = found.at(-1)!.end
  if (to && to > last) throw invalid({ to: `At most ${most} ${kind}s are forecast: end by ${last}.` })
  if (daysBetween(today, last) > FURTHEST)
    throw invalid({ from: 'A forecast looks three years ahead at most.' })
  return [...lead, ...found]
}

const FURTHEST = 3 * 366

/** The last whole ones before today's. */
export function lastPeriods(today: string, by: PeriodKind, count: number): { start: string; end: string } {
  const end = daysAfter(startOfPeriod(today, by), -1)
  const start =
    by === 'week'
      ? daysAfter(end, 1 - 7 * count)
      : Temporal.PlainDate.from(end)
          .with({ day: 1 })
          .subtract({ months: count - 1 })
          .toString()
  return { start, end }
}
