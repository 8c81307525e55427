/** Public Holidays Act 36 of 1994, schedule 1, as `MM-DD`. */
const fixed: readonly (readonly [monthday: string, name: string])[] = [
  ['01-01', 'New Year’s Day'],
  ['03-21', 'Human Rights Day'],
  ['04-27', 'Freedom Day'],
  ['05-01', 'Workers’ Day'],
  ['06-16', 'Youth Day'],
  ['08-09', 'National Women’s Day'],
  ['09-24', 'Heritage Day'],
  ['12-16', 'Day of Reconciliation'],
  ['12-25', 'Christmas Day'],
  ['12-26', 'Day of Goodwill'],
]
/** Before it others were kept. */
const FIRST_YEAR = 1995

/** In days after Easter Sunday. */
const movable = [
  [-2, 'Good Friday'],
  [1, 'Family Day'],
] as const

/** Proclaimed for that year alone. A new one needs a release; an account can enter its own days off meanwhile. */
const proclaimed: Readonly<Record<string, string>> = {
  '1999-06-02': 'Election day',
  '1999-12-31': 'Public holiday',
  '2000-01-02': 'Public holiday',
  '2004-04-14': 'Election day',
  '2006-03-01': 'Election day',
  '2008-05-02': 'Public holiday',
  '2009-04-22': 'Election day',
  '2011-05-18': 'Election day',
  '2011-12-27': 'Public holiday',
  '2014-05-07': 'Election day',
  '2016-08-03': 'Election day',
  '2016-12-27': 'Public holiday',
  '2019-05-08': 'Election day',
  '2021-11-01': 'Election day',
  '2022-12-27': 'Public holiday',
  '2023-12-15': 'Public holiday',
  '2024-05-29': 'Election day',
}

/** Gregorian, by the rule of Meeus, Jones and Butcher. */
function easterSunday(year: number): string {
  const a = year % 19
  const [b, c] = [Math.floor(year / 100), year % 100]
  const [d, e] = [Math.floor(b / 4), b % 4]
  const g = Math.floor((8 * b + 13) / 25)
  const h = (19 * a + b - d - g + 15) % 30
  const [i, k] = [Math.floor(c / 4), c % 4]
  const l = (32 + 2 * e + 2 * i - h - k) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const n = h + l - 7 * m + 114
  return new Temporal.PlainDate(year, Math.floor(n / 31), (n % 31) + 1).toString()
}

const years = new Map<number, ReadonlyMap<string, string>>()

/** The public holidays of South Africa in a year, by date. One that falls on a Sunday makes the Monday one too. */
export function southAfricanHolidays(year: number): ReadonlyMap<string, string> {
  const known = years.get(year)
  if (known) return known
  const made = year < FIRST_YEAR ? new Map<string, string>() : makeYear(year)
  years.set(year, made)
  return made
}

function makeYear(year: number): ReadonlyMap<string, string> {
  const easter = Temporal.PlainDate.from(easterSunday(year))
  const named = [
    ...fixed.map(([day, name]) => [`${year}-${day}`, name] as const),
    ...movable.map(([days, name]) => [easter.add({ days }).toString(), name] as const),
    ...Object.entries(proclaimed).filter(([date]) => date.startsWith(`${year}-`)),
  ].sort(([a], [b]) => (a < b ? -1 : 1))
  const found = new Map<string, string>()
  for (const [date, name] of named) found.set(date, joined(found.get(date), name))
  for (const [date, name] of named) {
    const day = Temporal.PlainDate.from(date)
    const monday = day.add({ days: 1 }).toString()
    if (day.dayOfWeek === 7 && !found.has(monday)) found.set(monday, `${name} (observed)`)
  }
  return found
}

const joined = (before: string | undefined, name: string) => (before ? `${before}, ${name}` : name)
