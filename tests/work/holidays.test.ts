import { describe, expect, test } from 'bun:test'
import { southAfricanHolidays } from '#server/holidays.ts'
import { findDayOff, type WorkingTime } from '#server/working-time.ts'

/** As the Department of Home Affairs listed them. */
const listed: Record<number, string[]> = {
  2022: [
    ...['2022-01-01', '2022-03-21', '2022-04-15', '2022-04-18', '2022-04-27', '2022-05-01', '2022-05-02'],
    ...['2022-06-16', '2022-08-09', '2022-09-24', '2022-12-16', '2022-12-25', '2022-12-26', '2022-12-27'],
  ],
  2023: [
    ...['2023-01-01', '2023-01-02', '2023-03-21', '2023-04-07', '2023-04-10', '2023-04-27', '2023-05-01'],
    ...['2023-06-16', '2023-08-09', '2023-09-24', '2023-09-25', '2023-12-15', '2023-12-16', '2023-12-25'],
    '2023-12-26',
  ],
  2024: [
    ...['2024-01-01', '2024-03-21', '2024-03-29', '2024-04-01', '2024-04-27', '2024-05-01', '2024-05-29'],
    ...['2024-06-16', '2024-06-17', '2024-08-09', '2024-09-24', '2024-12-16', '2024-12-25', '2024-12-26'],
  ],
  2026: [
    ...['2026-01-01', '2026-03-21', '2026-04-03', '2026-04-06', '2026-04-27', '2026-05-01', '2026-06-16'],
    ...['2026-08-09', '2026-08-10', '2026-09-24', '2026-12-16', '2026-12-25', '2026-12-26'],
  ],
  2027: [
    ...['2027-01-01', '2027-03-21', '2027-03-22', '2027-03-26', '2027-03-29', '2027-04-27', '2027-05-01'],
    ...['2027-06-16', '2027-08-09', '2027-09-24', '2027-12-16', '2027-12-25', '2027-12-26', '2027-12-27'],
  ],
}

/** Sundays by the tables of the church. */
const easters = [
  ...['1995-04-16', '2000-04-23', '2008-03-23', '2011-04-24', '2019-04-21', '2024-03-31', '2025-04-20'],
  ...['2026-04-05', '2027-03-28', '2028-04-16', '2038-04-25', '2076-04-19'],
]

describe('the public holidays of South Africa', () => {
  for (const [year, days] of Object.entries(listed))
    test(`of ${year}`, () => {
      expect([...southAfricanHolidays(Number(year)).keys()].sort()).toEqual(days)
    })

  test('begin with Good Friday and Family Day beside each Easter', () => {
    for (const easter of easters) {
      const day = Temporal.PlainDate.from(easter)
      const holidays = southAfricanHolidays(day.year)
      expect(holidays.get(day.subtract({ days: 2 }).toString()), easter).toContain('Good Friday')
      expect(holidays.get(day.add({ days: 1 }).toString()), easter).toContain('Family Day')
    }
  })

  test('that meet on one day are both named', () => {
    expect(southAfricanHolidays(2008).get('2008-03-21')).toBe('Human Rights Day, Good Friday')
  })

  test('on a Sunday make the Monday one, unless that is one already', () => {
    expect(southAfricanHolidays(2026).get('2026-08-10')).toBe('National Women’s Day (observed)')
    expect(southAfricanHolidays(2033).get('2033-12-26')).toBe('Day of Goodwill')
    expect(southAfricanHolidays(2033).has('2033-12-27')).toBe(false)
  })

  test('before the Act were others, which are not told', () => {
    expect(southAfricanHolidays(1994).size).toBe(0)
  })
})

describe('a day off', () => {
  const time: WorkingTime = {
    minutes: 480,
    days: [1, 2, 3, 4, 5],
    holidays: 'ZA',
    daysoff: [{ date: '2026-12-28', name: 'Shutdown' }],
  }

  test('is a holiday, a day of the account’s own, or one of the week', () => {
    expect(findDayOff(time, '2026-12-16')).toEqual({ name: 'Day of Reconciliation', holiday: true })
    expect(findDayOff(time, '2026-12-28')).toEqual({ name: 'Shutdown', holiday: true })
    expect(findDayOff(time, '2026-12-19')).toEqual({ name: 'Saturday', holiday: false })
    expect(findDayOff(time, '2026-12-17')).toBeUndefined()
    expect(findDayOff({ ...time, holidays: 'none' }, '2026-12-16')).toBeUndefined()
  })
})
