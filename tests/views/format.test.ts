import { describe, expect, test } from 'bun:test'
import {
  amount,
  duration,
  exactRate,
  formatPercent,
  formatQuantity,
  formatRand,
  formatRate,
  instant,
  lineQuantity,
  lineRate,
  longDate,
  perUnit,
  plainRate,
  shortDate,
  unitSymbol,
} from '#views/format.ts'

const plain = (text: string) => text.replaceAll('\u00a0', '_')

describe('money', () => {
  test.each([
    [0, 'R_0,00'],
    [5, 'R_0,05'],
    [123456, 'R_1_234,56'],
    [-123456, '−R_1_234,56'],
    [100_000_000, 'R_1_000_000,00'],
    [99_999, 'R_999,99'],
  ])('%d cents are %s', (cents, text) => expect(plain(formatRand(cents))).toBe(text))

  test('a column leaves the rand to its head', () => expect(plain(amount(-123456))).toBe('−1_234,56'))

  test.each([
    [125_000, 'R_12,50'],
    [1234, 'R_0,1234'],
    [12_345_670, 'R_1_234,57'],
    [1_506_250, 'R_150,63'],
    [-1_506_249, '−R_150,62'],
    [9_999, 'R_0,9999'],
    [10_049, 'R_1,00'],
    [-10_000, '−R_1,00'],
  ])('%d ten-thousandths are %s', (value, text) => {
    expect(plain(formatRate(value))).toBe(text)
    expect(plain(plainRate(value))).toBe(text.replace('R_', ''))
  })

  test.each([
    [1_506_250, 1, '150,63'],
    [123_456, 1000, '12,3456'],
    [869_565, 100, '86,9565'],
    [123_450, 10, '12,345'],
    [125_000, 7, '12,50'],
    [1234, 1, '0,1234'],
    [-1_506_249, 1, '−150,62'],
    [123_456, 0, '12,35'],
  ])('%d on a line of %d is %s, so that both come to its amount', (rate, quantity, text) =>
    expect(plain(lineRate(rate, quantity * 1_000_000))).toBe(text),
  )
})

describe('times', () => {
  test.each([
    [480, '8_h_00'],
    [90, '1_h_30'],
    [5, '0_h_05'],
    [0, '0_h_00'],
    [60_000, '1_000_h_00'],
    [null, ''],
  ])('%p minutes are %p', (minutes, text) => expect(plain(duration(minutes))).toBe(text))
})

describe('quantities and percentages', () => {
  test.each([
    [20_016_667, 4_800_000, '20_h_01'],
    [333_333, 4_800_000, '20_min'],
    // 20 minutes at R 30 000,00 are R 10 000,00, and 0,333333 hours R 9 999,99.
    [333_333, 300_000_000, '0,333333_hours'],
  ])('%d millionths of an hour at %d come to what is printed beside them', (quantity, rate, text) =>
    expect(plain(lineQuantity({ quantity, unit: 'hour', rate }))).toBe(text),
  )

  test.each([
    [1_000_000, '1'],
    [1_500_000, '1,5'],
    [1, '0,000001'],
    [-2_250_000, '−2,25'],
    [1_234_000_000, '1_234'],
  ])('%d millionths are %s', (value, text) => expect(plain(formatQuantity(value))).toBe(text))

  test('the unit stays on the line of its figure', () =>
    expect(formatQuantity(12_500_000, 'kg')).toBe('12,5\u00a0kg'))

  test.each([
    [2.5, 'hour', '2,5_hours'],
    [1, 'hour', '1_hour'],
    [-1, 'hour', '−1_hour'],
    [0, 'Sheet', '0_Sheets'],
    [3, 'box', '3_boxes'],
    // A symbol, a word that is counted as it is, another language, and what is plural already.
    [2, 'm²', '2_m²'],
    // What is counted singly is a figure, as the trade writes it.
    [2, 'each', '2'],
    [1, 'Each', '1'],
    [2, 'ea', '2_ea'],
    [2, 'uur', '2_uur'],
    [2, 'hours', '2_hours'],
    // Hours that two decimals hold stay so; whole minutes that they do not are hours and minutes.
    [0.25, 'hour', '0,25_hours'],
    [1.33, 'hour', '1,33_hours'],
    [20.016667, 'hour', '20_h_01'],
    [1.583334, 'hours', '1_h_35'],
    [0.333333, 'uur', '20_min'],
    [-0.333333, 'hour', '−20_min'],
    [1.3377, 'hour', '1,3377_hours'],
    [0.333333, 'day', '0,333333_days'],
  ])('%d of the unit %s is said as %s', (quantity, unit, text) =>
    expect(plain(formatQuantity(quantity * 1_000_000, unit))).toBe(text),
  )

  test.each([
    [150_000, '15_%'],
    [155_000, '15,5_%'],
    [0, '0_%'],
  ])('%d is %s', (value, text) => expect(plain(formatPercent(value))).toBe(text))
})

describe('dates', () => {
  test('a calendar date is printed as written, whatever zone this runs in', () => {
    expect(longDate('2026-11-21')).toBe('21 November 2026')
    expect(longDate('2026-02-01')).toBe('1 February 2026')
    expect(shortDate('2026-11-21')).toBe('21 Nov 2026')
  })

  test('an instant is printed on the clock of its zone', () => {
    expect(instant('2026-11-21T22:30:00Z', 'Africa/Johannesburg')).toBe('22 Nov 2026, 00:30')
    expect(instant('2026-11-21T22:30:00Z', 'UTC')).toBe('21 Nov 2026, 22:30')
  })

  test('no date prints nothing', () => {
    expect(longDate(undefined)).toBe('')
    expect(shortDate(null)).toBe('')
    expect(instant('')).toBe('')
  })
})

test('a price is kept to its last decimal where it is typed', () => {
  expect([exactRate(1_506_250), exactRate(100), exactRate(12_345_678)].map(plain)).toEqual([
    '150,625',
    '0,01',
    '1_234,5678',
  ])
})

test('one of what is counted singly is said as people say it', () => {
  expect(['each', 'Each', 'kg', ''].map(perUnit)).toEqual([' each', ' each', ' per kg', ' each'])
  expect(['each', 'Each', 'ea', 'kg', ''].map(unitSymbol)).toEqual(['each', 'each', 'ea', 'kg', 'each'])
})
