import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { monthLater } from '#server/domains/account/fees/months.ts'
import {
  daysLeft,
  extendPaidTime,
  type PaidPeriod,
  refundedTime,
  remainingPeriods,
} from '#server/domains/account/fees/paid-time.ts'

const SMALL = 39_900
const LARGE = 219_900
const DAY = 86_400_000
const now = '2026-11-21T08:00:00.000Z'
const plus = (days: number, from = now) => new Date(Date.parse(from) + days * DAY).toISOString()
const lot = (from: number, until: number, amount = SMALL, id = `${from}`): PaidPeriod => ({
  id,
  amount,
  timefrom: plus(from),
  timeuntil: plus(until),
})
const month = (amount: number, more = {}) => ({ amount, sameplan: false, ...more })

describe('paid days of another plan', () => {
  test('are worth what was paid for them, rounded up to the day', () => {
    const paidtime = { utcexpires: plus(63), lots: [lot(0, 63)], now }
    const { days, becomes, renewed, timefrom } = extendPaidTime(paidtime, month(LARGE))
    // 63 × 399 ÷ 2199 = 11.43
    expect([days, becomes, timefrom]).toEqual([63, 12, now])
    expect(renewed).toBe(monthLater(plus(12), 3))
    // 63 × 2199 ÷ 399 = 347.21
    const large = { ...paidtime, lots: [lot(0, 63, LARGE)] }
    expect(extendPaidTime(large, month(SMALL)).becomes).toBe(348)
  })

  test('of ten cheap months become no ten large ones', () => {
    const paidtime = { utcexpires: plus(304), lots: [lot(0, 304)], now }
    expect(extendPaidTime(paidtime, month(LARGE)).becomes).toBe(56)
  })

  test('that were paid at several prices count each at its own', () => {
    const paidtime = { utcexpires: plus(60), lots: [lot(0, 30), lot(30, 60, 44_900)], now }
    // (30 × 399 + 30 × 449) ÷ 2199 = 11.57: rounded once
    expect(extendPaidTime(paidtime, month(LARGE)).becomes).toBe(12)
    expect(daysLeft(paidtime)).toEqual([
      { days: 30, amount: SMALL },
      { days: 30, amount: 44_900 },
    ])
  })

  test('a begun day counts whole', () => {
    const paidtime = { utcexpires: plus(10.2), lots: [lot(0, 10.2)], now }
    expect(extendPaidTime(paidtime, month(LARGE))).toMatchObject({ days: 11, becomes: 2 })
  })

  test('stay as they are at the same amount, or for the same plan at another price', () => {
    const paidtime = { utcexpires: plus(63.4), lots: [lot(0, 63.4)], now }
    const same = { carried: false, days: 64, becomes: 64, monthfrom: plus(63.4), timefrom: plus(63.4) }
    expect(extendPaidTime(paidtime, month(SMALL))).toMatchObject(same)
    expect(extendPaidTime(paidtime, month(44_900, { sameplan: true }))).toMatchObject(same)
  })

  test('an evaluation and time that was given are no money: they stay, and come first', () => {
    const evaluation = { utcexpires: plus(10), lots: [], now }
    expect(extendPaidTime(evaluation, month(LARGE))).toMatchObject({
      carried: false,
      days: 0,
      monthfrom: plus(10),
      renewed: monthLater(plus(10), 1),
    })
    const both = { utcexpires: plus(41), lots: [lot(10, 41)], now }
    // 31 × 399 ÷ 2199 = 5.62
    expect(extendPaidTime(both, month(LARGE))).toMatchObject({
      becomes: 6,
      timefrom: plus(10),
      monthfrom: plus(16),
    })
  })

  test('that the operator took away are gone, and those they gave are no money', () => {
    expect(remainingPeriods({ utcexpires: plus(20), lots: [lot(0, 30), lot(30, 60)], now })).toEqual([
      lot(0, 20),
    ])
    const longer = { utcexpires: plus(100), lots: [lot(0, 30)], now }
    expect(extendPaidTime(longer, month(LARGE))).toMatchObject({ days: 30, becomes: 6, timefrom: plus(70) })
  })

  test('of an account that expired are none, and one without end stays so', () => {
    expect(extendPaidTime({ utcexpires: plus(-5), lots: [lot(-40, -5)], now }, month(LARGE))).toMatchObject({
      days: 0,
      carried: false,
      monthfrom: now,
    })
    expect(extendPaidTime({ utcexpires: null, lots: [lot(0, 30)], now }, month(LARGE)).renewed).toBeNull()
  })

  test('a card that is charged ahead of the end stays as far ahead', () => {
    const paidtime = { utcexpires: plus(3.5), lots: [lot(-27, 3.5)], now }
    expect(extendPaidTime(paidtime, month(LARGE)).becomes).toBe(1)
    expect(extendPaidTime(paidtime, month(LARGE, { keepdays: 3 })).becomes).toBe(3)
    const short = { utcexpires: plus(1), lots: [lot(-27, 1)], now }
    expect(extendPaidTime(short, month(LARGE, { keepdays: 3 })).becomes).toBe(1)
  })

  test('of a dear plan are a hundred years of a cheap one at most', () => {
    const paidtime = { utcexpires: plus(3_000), lots: [lot(0, 3_000, 50_000_000)], now }
    expect(extendPaidTime(paidtime, month(500))).toMatchObject({
      becomes: 36_525,
      renewed: expect.stringMatching(/^212/),
    })
  })

  test('never lose value, and gain less than a day of it', () => {
    const amounts = fc.integer({ min: 500, max: 50_000_000 })
    fc.assert(
      fc.property(amounts, amounts, fc.integer({ min: 1, max: 3_650 }), (old, next, days) => {
        fc.pre(old !== next && days * old < 36_525 * next)
        const paidtime = { utcexpires: plus(days), lots: [lot(0, days, old)], now }
        const gained =
          BigInt(extendPaidTime(paidtime, month(next)).becomes) * BigInt(next) - BigInt(days) * BigInt(old)
        expect(gained >= 0n && gained < BigInt(next)).toBe(true)
      }),
    )
  })
})

describe('a payment that is given back', () => {
  const paid = (from: number, until: number, amount = SMALL, id = `${from}`) => ({
    id,
    amount,
    monthfrom: plus(from),
    renewed: plus(until),
  })

  test('takes its month from the end; what was paid later moves up', () => {
    const paidtime = { utcexpires: plus(91), lots: [lot(0, 30), lot(30, 61), lot(61, 91)], now }
    const { utcexpires, lots } = refundedTime(paidtime, paid(30, 61))
    expect(utcexpires).toBe(plus(60))
    expect(lots.filter((one) => one.timeuntil > one.timefrom)).toEqual([
      { ...lot(61, 91), timefrom: plus(30), timeuntil: plus(60) },
    ])
  })

  test('takes no time that has passed', () => {
    const paidtime = { utcexpires: plus(10), lots: [lot(-20, 10)], now }
    expect(refundedTime(paidtime, paid(-20, 10)).utcexpires).toBe(now)
    const over = { utcexpires: plus(-1), lots: [lot(-31, -1)], now }
    expect(refundedTime(over, paid(-31, -1)).utcexpires).toBe(plus(-1))
  })

  test('that was carried over is taken by value, rounded down', () => {
    // 31 small days are 5.62 large ones.
    const paidtime = { utcexpires: plus(36), lots: [lot(0, 36, LARGE, 'large')], now }
    const { utcexpires, lots } = refundedTime(paidtime, paid(0, 31, SMALL, 'small'))
    expect(utcexpires).toBe(plus(31))
    expect(lots).toEqual([lot(0, 31, LARGE, 'large')])
  })

  test('leaves what it had carried over', () => {
    const paidtime = { utcexpires: plus(36), lots: [lot(0, 36, LARGE, 'large')], now }
    expect(refundedTime(paidtime, paid(6, 36, LARGE, 'large')).lots).toEqual([lot(0, 6, LARGE, 'large')])
  })

  test('does not take again what the operator took', () => {
    const paidtime = { utcexpires: plus(30), lots: [lot(0, 30), lot(30, 61)], now }
    expect(refundedTime(paidtime, paid(30, 61)).utcexpires).toBe(plus(30))
  })

  test('takes nothing from an account that does not expire, or did not when it was paid', () => {
    expect(refundedTime({ utcexpires: null, lots: [lot(0, 30)], now }, paid(0, 30)).utcexpires).toBeNull()
    const never = { id: 'never', amount: SMALL, monthfrom: null, renewed: null }
    expect(refundedTime({ utcexpires: plus(30), lots: [lot(0, 30)], now }, never).utcexpires).toBe(plus(30))
  })
})
