import { daysAfter, monthsUpTo } from '#server/dates.ts'

const month = (today: string) => monthsUpTo(today)[0]
const lastMonth = (today: string) => monthsUpTo(today)[1]
const weekStart = (today: string) => daysAfter(today, 1 - Temporal.PlainDate.from(today).dayOfWeek)

const named: Record<string, { words: string; date: (today: string) => string }> = {
  today: { words: 'today', date: (today) => today },
  monthstart: { words: 'the first of this month', date: (today) => month(today).start },
  monthend: { words: 'the last of this month', date: (today) => month(today).end },
  lastmonthstart: { words: 'the first of last month', date: (today) => lastMonth(today).start },
  lastmonthend: { words: 'the last of last month', date: (today) => lastMonth(today).end },
  weekstart: { words: 'Monday of this week', date: weekStart },
  yearstart: { words: 'the first of this year', date: (today) => `${today.slice(0, 4)}-01-01` },
}

const MOST_DAYS = 3_660
const DAYS = /^(\d{1,4})daysago$|^in(\d{1,4})days$/

/** The date that a word such as `7daysago` or `monthstart` stands for; undefined for any other text. */
export function resolveRelativeDate(word: string, today: string): string | undefined {
  if (Object.hasOwn(named, word)) return named[word]?.date(today)
  const [, before, after] = DAYS.exec(word) ?? []
  const days = Number(before ?? after)
  if (!(days <= MOST_DAYS)) return
  return daysAfter(today, before ? -days : days)
}

/** How a date is said by the day on which it is looked at. */
export function relativeDate(date: string, today: string): { word: string; words: string } {
  const found = Object.entries(named).find(([, one]) => one.date(today) === date)
  if (found) return { word: found[0], words: found[1].words }
  const days = Temporal.PlainDate.from(today).until(date).days
  const count = Math.abs(days)
  return days < 0
    ? { word: `${count}daysago`, words: count === 1 ? 'yesterday' : `${count} days ago` }
    : { word: `in${count}days`, words: count === 1 ? 'tomorrow' : `in ${count} days` }
}
