import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  cutAtMidnight,
  type Interval,
  roundUpMinutes,
  secondsBetween,
  shareOverlaps,
  toMinutes,
  unionSeconds,
} from '#server/domains/work/timesheet/intervals.ts'

const HOUR = 3_600
const at = (hour: number, day = 2): string => new Date(Date.UTC(2026, 10, day, 0, hour * 60)).toISOString()
const span = (from: number, to: number): Interval => ({ startutc: at(from), endutc: at(to) })

describe('time of several people and several timers', () => {
  test('three people for an hour are one hour of the day and three of labour', () => {
    const three = [span(8, 9), span(8, 9), span(8, 9)]
    expect(unionSeconds(three)).toBe(HOUR)
    expect(three.reduce((sum, one) => sum + secondsBetween(one.startutc, one.endutc), 0)).toBe(3 * HOUR)
  })

  test('08 to 12 on one job and 11 to 16 on another are 9 hours charged, and 8 worked and paid', () => {
    const both = [span(8, 12), span(11, 16)]
    expect(both.reduce((sum, one) => sum + secondsBetween(one.startutc, one.endutc), 0)).toBe(9 * HOUR)
    expect(unionSeconds(both)).toBe(8 * HOUR)
    expect(shareOverlaps(both)).toEqual([3.5 * HOUR, 4.5 * HOUR])
  })

  test('what stops at 10:24 does not overlap what begins at 10:24', () => {
    const stop = 10 + 24 / 60
    expect(shareOverlaps([span(9, stop), span(stop, 11)])).toEqual([84 * 60, 36 * 60])
  })

  test('what each costs comes together to the time worked, whatever overlaps', () => {
    const interval = fc.tuple(fc.nat({ max: 40 }), fc.integer({ min: 1, max: 12 }))
    fc.assert(
      fc.property(fc.array(interval, { maxLength: 8 }), (drawn) => {
        const spans = drawn.map(([from, length]) => span(from, from + length))
        const shared = shareOverlaps(spans).reduce((sum, one) => sum + one, 0)
        // Each share is rounded to a second by itself.
        expect(Math.abs(shared - unionSeconds(spans))).toBeLessThanOrEqual(spans.length)
      }),
    )
  })

  test('a clock that went back counts nothing', () => {
    expect(secondsBetween(at(10), at(9))).toBe(0)
  })
})

describe('days', () => {
  test('an entry over midnight stands on both days of the zone', () => {
    expect(cutAtMidnight(span(20, 25), 'Africa/Johannesburg')).toEqual([
      { date: '2026-11-02', seconds: 2 * HOUR },
      { date: '2026-11-03', seconds: 3 * HOUR },
    ])
  })

  test('the night in which the clocks of Berlin go back has an hour more, the one in which they go on one less', () => {
    const night = (start: string, end: string) =>
      cutAtMidnight({ startutc: start, endutc: end }, 'Europe/Berlin')
    const back = night('2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z')
    expect(back).toEqual([{ date: '2026-10-25', seconds: 25 * HOUR }])
    const on = night('2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z')
    expect(on).toEqual([{ date: '2026-03-29', seconds: 23 * HOUR }])
  })
})

describe('rounding', () => {
  test.each([
    [0, 0],
    [1, 15],
    [900, 15],
    [901, 30],
  ])('%i seconds are charged as %i minutes in steps of fifteen', (seconds, minutes) => {
    expect(roundUpMinutes(seconds, 15)).toBe(minutes)
  })

  test('a page shows the nearest minute', () => {
    expect([29, 30, 89, 90].map(toMinutes)).toEqual([0, 1, 1, 2])
  })
})
