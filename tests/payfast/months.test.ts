import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { billingDate, dayOfMonth, firstPaidDay, monthLater } from '#server/domains/account/fees/months.ts'

describe('a month later', () => {
  test.each([
    ['2026-11-21T08:00:00.000Z', 21, '2026-12-21T08:00:00.000Z'],
    ['2027-01-31T08:00:00.000Z', 31, '2027-02-28T08:00:00.000Z'],
    ['2028-01-31T08:00:00.000Z', 31, '2028-02-29T08:00:00.000Z'],
    ['2027-02-28T08:00:00.000Z', 31, '2027-03-31T08:00:00.000Z'],
    ['2027-02-28T08:00:00.000Z', 28, '2027-03-28T08:00:00.000Z'],
    ['2027-04-30T08:00:00.000Z', 30, '2027-05-30T08:00:00.000Z'],
    ['2026-12-31T23:59:59.999Z', 31, '2027-01-31T23:59:59.999Z'],
    // On the 1st in South Africa, though not yet in UTC.
    ['2027-01-31T22:00:00.000Z', 1, '2027-02-28T22:00:00.000Z'],
    // Moved by the operator: the day it has now counts, not the one it began with.
    ['2027-01-20T08:00:00.000Z', 12, '2027-02-20T08:00:00.000Z'],
  ])('%s, anchored to the %d., is %s', (from, anchor, to) => {
    expect(monthLater(from, anchor)).toBe(to)
  })

  test('twelve times is a year, whatever the day', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 31 }), (day) => {
        const start = `2027-01-${String(day).padStart(2, '0')}T08:00:00.000Z`
        let at = start
        for (let i = 0; i < 12; i++) at = monthLater(at, day)
        expect(at).toBe(start.replace('2027', '2028'))
      }),
    )
  })
})

test('what is paid already is never lost, and what ran out is not paid for', () => {
  const now = '2026-11-21T08:00:00.000Z'
  expect(firstPaidDay('2026-12-01T00:00:00.000Z', now)).toBe('2026-12-01T00:00:00.000Z')
  expect(firstPaidDay('2026-01-01T00:00:00.000Z', now)).toBe(now)
  expect(firstPaidDay(null, now)).toBe(now)
})

test('the card is charged before each paid month ends, for years on', () => {
  const days = fc.integer({ min: 0, max: 800 })
  // Paid at midnight of 1 March: its months end as the months do, February's too.
  const midnight: [number, number] = [423, 22]
  fc.assert(
    fc.property(days, fc.integer({ min: 0, max: 23 }), (offset, hour) => {
      const now = new Date(Date.UTC(2026, 0, 1, hour) + offset * 86_400_000).toISOString()
      const first = billingDate(null, now)
      const day = Number(first.slice(8))
      let [year = 0, month = 0] = first.split('-').map(Number)
      let end = monthLater(now, dayOfMonth(now))
      for (let i = 0; i < 30; i++) {
        // The provider charges on the same day of each month, or the month's last; in the course of that day.
        const last = new Date(Date.UTC(year, month, 0)).getUTCDate()
        const charged = Date.UTC(year, month - 1, Math.min(day, last), 22)
        expect(charged).toBeLessThan(Date.parse(end))
        end = monthLater(end, dayOfMonth(now))
        if (++month > 12) [year, month] = [year + 1, 1]
      }
    }),
    { examples: [midnight], numRuns: 400 },
  )
})
