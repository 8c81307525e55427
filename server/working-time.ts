import { readSetting } from '#db/queries/settings.ts'
import { southAfricanHolidays } from './holidays.ts'
import { cachedBetweenWrites } from './reference-cache.ts'

type DayOff = { date: string; name: string }
export type WorkingTime = {
  /** Of one person on one working day. */
  minutes: number
  /** 1 is Monday, 7 Sunday. */
  days: readonly number[]
  holidays: 'ZA' | 'none'
  /** The account's own, as a closed week in December. */
  daysoff: readonly DayOff[]
}

const FALLBACK: WorkingTime = { minutes: 480, days: [1, 2, 3, 4, 5], holidays: 'ZA', daysoff: [] }

export const readWorkingTime = cachedBetweenWrites(
  (db): WorkingTime => ({
    minutes: readSetting<number>(db, 'workingminutes') ?? FALLBACK.minutes,
    days: readSetting<number[]>(db, 'workingdays') ?? FALLBACK.days,
    holidays: readSetting<'ZA' | 'none'>(db, 'holidays') ?? FALLBACK.holidays,
    daysoff: readSetting<DayOff[]>(db, 'daysoff') ?? FALLBACK.daysoff,
  }),
)

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

type NotWorked = { name: string; holiday: boolean }

/** Why nobody works on a date: a holiday or day off by its name, else the day of the week. */
export function findDayOff({ days, holidays, daysoff }: WorkingTime, date: string): NotWorked | undefined {
  const holiday = holidays === 'ZA' ? southAfricanHolidays(Number(date.slice(0, 4))).get(date) : undefined
  const name = daysoff.find((day) => day.date === date)?.name ?? holiday
  if (name) return { name, holiday: true }
  const weekday = Temporal.PlainDate.from(date).dayOfWeek
  return days.includes(weekday) ? undefined : { name: weekdays[weekday - 1] ?? '', holiday: false }
}
