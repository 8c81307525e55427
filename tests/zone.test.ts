import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { daysAfter, daysBetween } from '#server/dates.ts'
import { clockIn, isZone, startOfDay, todayIn, zones } from '#server/zone.ts'

test.each([
  ['2026-11-21', 'Africa/Johannesburg', 0, '2026-11-20T22:00:00.000Z'],
  ['2026-12-31', 'Africa/Johannesburg', 1, '2026-12-31T22:00:00.000Z'],
  ['2026-03-01', 'Africa/Johannesburg', -1, '2026-02-27T22:00:00.000Z'],
  ['2026-07-01', 'Asia/Kathmandu', 0, '2026-06-30T18:15:00.000Z'],
  // 23 hours, then 25.
  ['2026-03-29', 'Europe/Berlin', 0, '2026-03-28T23:00:00.000Z'],
  ['2026-03-29', 'Europe/Berlin', 1, '2026-03-29T22:00:00.000Z'],
  ['2026-10-25', 'Europe/Berlin', 0, '2026-10-24T22:00:00.000Z'],
  ['2026-10-25', 'Europe/Berlin', 1, '2026-10-25T23:00:00.000Z'],
  // Midnight is left out: the day begins at one o'clock.
  ['2026-09-06', 'America/Santiago', 0, '2026-09-06T04:00:00.000Z'],
  // Midnight comes twice: the day begins with the first.
  ['2026-11-01', 'America/Havana', 0, '2026-11-01T04:00:00.000Z'],
  // A day that Samoa left out when it crossed the date line.
  ['2011-12-30', 'Pacific/Apia', 0, '2011-12-30T10:00:00.000Z'],
  ['2011-12-31', 'Pacific/Apia', 0, '2011-12-30T10:00:00.000Z'],
])('%s in %s and %i days begins at %s', (date, zone, days, instant) => {
  expect(startOfDay(date, zone, days)).toBe(instant)
})

test.each([
  ['2026-11-20T21:59:59.999Z', 'Africa/Johannesburg', '2026-11-20'],
  ['2026-11-20T22:00:00.000Z', 'Africa/Johannesburg', '2026-11-21'],
  ['2026-09-06T03:59:59.999Z', 'America/Santiago', '2026-09-05'],
  ['2026-09-06T04:00:00.000Z', 'America/Santiago', '2026-09-06'],
  ['2026-10-25T22:59:59.999Z', 'Europe/Berlin', '2026-10-25'],
  ['2026-12-31T10:00:00.000Z', 'Pacific/Kiritimati', '2027-01-01'],
])('%s in %s is on %s', (instant, zone, date) => {
  expect(todayIn(zone, new Date(instant))).toBe(date)
})

test.each([
  ['2026-03-29T00:59:59.999Z', 'Europe/Berlin', '2026-03-29T01:59:59.000Z'],
  ['2026-03-29T01:00:00.000Z', 'Europe/Berlin', '2026-03-29T03:00:00.000Z'],
  ['2026-10-25T00:30:00.000Z', 'Europe/Berlin', '2026-10-25T02:30:00.000Z'],
  ['2026-10-25T01:30:00.000Z', 'Europe/Berlin', '2026-10-25T02:30:00.000Z'],
  ['1969-12-31T23:59:59.500Z', 'UTC', '1969-12-31T23:59:59.000Z'],
])('the clock at %s in %s reads %s', (instant, zone, clock) => {
  expect(clockIn(instant, zone).toISOString()).toBe(clock)
})

test('every zone that is offered has days, which begin on their own date', () => {
  const instants = fc.date({ min: new Date('2020-01-01'), max: new Date('2035-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(fc.constantFrom(...zones), instants, (zone, now) => {
      const today = todayIn(zone, now)
      expect(isZone(zone)).toBe(true)
      expect(todayIn(zone, new Date(startOfDay(today, zone)))).toBe(today)
      expect(startOfDay(today, zone) <= now.toISOString()).toBe(true)
      expect(startOfDay(today, zone, 1) > now.toISOString()).toBe(true)
    }),
    { numRuns: 500 },
  )
})

test('calendar days are counted and added over months, leap years and changes of the clocks', () => {
  expect(daysAfter('2028-02-28', 1)).toBe('2028-02-29')
  expect(daysAfter('2027-01-01', -1)).toBe('2026-12-31')
  expect(daysBetween('2026-03-28', '2026-03-30')).toBe(2)
  expect(daysBetween('2026-03-30', '2026-03-28')).toBe(-2)
  expect(daysBetween('2026-01-01', '2027-01-01')).toBe(365)
})
