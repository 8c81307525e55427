import { daysAfter, endOfWeek, monthsUpTo, startOfWeek } from '#server/dates.ts'

type Days = { start: string; end: string }

const yearBefore = (date: string) => Temporal.PlainDate.from(date).subtract({ years: 1 }).toString()

/** What a mailed report counts, by the day on which it is sent. A report of one day takes the last. */
export const reportPeriods = [
  {
    value: 'yesterday',
    label: 'Yesterday',
    days: (today: string): Days => ({ start: daysAfter(today, -1), end: daysAfter(today, -1) }),
  },
  {
    value: 'lastweek',
    label: 'Last week',
    days: (today: string): Days => {
      const before = daysAfter(today, -7)
      return { start: startOfWeek(before), end: endOfWeek(before) }
    },
  },
  {
    value: 'lastmonth',
    label: 'Last month',
    days: (today: string): Days => monthsUpTo(today)[1],
  },
  {
    value: 'thismonth',
    label: 'This month so far',
    days: (today: string): Days => ({ start: monthsUpTo(today)[0].start, end: today }),
  },
  {
    value: 'thisyear',
    label: 'This year so far',
    days: (today: string): Days => ({ start: `${today.slice(0, 4)}-01-01`, end: today }),
  },
  {
    value: 'twelvemonths',
    label: 'The last twelve months',
    days: (today: string): Days => ({ start: daysAfter(yearBefore(today), 1), end: today }),
  },
] as const

export function reportDays(period: string, today: string): Days {
  const found = reportPeriods.find(({ value }) => value === period)
  if (!found) throw new Error(`There is no period ${period}.`)
  return found.days(today)
}
