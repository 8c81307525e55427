import { readSetting } from '#db/queries/settings.ts'
import type { TenantDb } from '#db/types.ts'
import { isDate } from './dates.ts'
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

/** As an account sets it up: days as `1,2,3,4,5`, and its days off one a line, `2026-12-24 Closed`. */
export const readWorkingTimeSettings = (db: TenantDb) => ({
  workingminutes: readSetting<number>(db, 'workingminutes') ?? 480,
  workingdays: readSetting<string>(db, 'workingdays') ?? '1,2,3,4,5',
  holidays: readSetting<'ZA' | 'none'>(db, 'holidays') ?? 'ZA',
  daysoff: readSetting<string>(db, 'daysoff') ?? '',
})

export const readWorkingTime = cachedBetweenWrites((db): WorkingTime => {
  const { workingminutes, workingdays, holidays, daysoff } = readWorkingTimeSettings(db)
  return {
    minutes: workingminutes,
    days: workingdays.split(',').map(Number),
    holidays,
    daysoff: parseDaysOff(daysoff) ?? [],
  }
})

const DAY_OFF = /^(\d{4}-\d{2}-\d{2})\s*(.*)$/

/** Undefined where a line does not begin with a date that there is. */
export function parseDaysOff(text: string): DayOff[] | undefined {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  const days = lines.map((line) => {
    const [, date = '', name] = DAY_OFF.exec(line) ?? []
    return { date: isDate(date) ? date : '', name: name || 'Day off' }
  })
  return days.every(({ date }) => date) ? days : undefined
}

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

type NotWorked = { name: string; holiday: boolean }

/** Some years of days. */
const MOST_KNOWN = 5_000
const known = new WeakMap<WorkingTime, Map<string, NotWorked | undefined>>()

/** Why nobody works on a date: a holiday or day off by its name, else the day of the week. */
export function findDayOff(time: WorkingTime, date: string): NotWorked | undefined {
  const dates = known.get(time) ?? new Map<string, NotWorked | undefined>()
  known.set(time, dates)
  if (dates.size >= MOST_KNOWN) dates.clear()
  if (!dates.has(date)) dates.set(date, lookUpDayOff(time, date))
  return dates.get(date)
}

function lookUpDayOff({ days, holidays, daysoff }: WorkingTime, date: string): NotWorked | undefined {
  const holiday = holidays === 'ZA' ? southAfricanHolidays(Number(date.slice(0, 4))).get(date) : undefined
  const name = daysoff.find((day) => day.date === date)?.name ?? holiday
  if (name) return { name, holiday: true }
  const weekday = Temporal.PlainDate.from(date).dayOfWeek
  return days.includes(weekday) ? undefined : { name: weekdays[weekday - 1] ?? '', holiday: false }
}
