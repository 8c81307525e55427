import { expect, test } from 'bun:test'
import { monthsOfPeriod, vatPeriod, vatPeriods } from '#server/money/vat-period.ts'

test('each category ends its periods in its months', () => {
  const on = (category: Parameters<typeof vatPeriod>[0], date: string, yearend = 2) =>
    Object.values(vatPeriod(category, yearend, date))
  expect(on('A', '2026-11-25')).toEqual(['2026-10-01', '2026-11-30'])
  expect(on('A', '2026-12-01')).toEqual(['2026-12-01', '2027-01-31'])
  expect(on('A', '2027-01-31')).toEqual(['2026-12-01', '2027-01-31'])
  expect(on('B', '2024-02-29')).toEqual(['2024-01-01', '2024-02-29'])
  expect(on('C', '2026-02-10')).toEqual(['2026-02-01', '2026-02-28'])
  expect(on('D', '2026-09-01')).toEqual(['2026-09-01', '2027-02-28'])
  expect(on('D', '2026-08-31')).toEqual(['2026-03-01', '2026-08-31'])
  expect(on('E', '2026-03-01')).toEqual(['2026-03-01', '2027-02-28'])
  expect(on('E', '2026-12-31', 12)).toEqual(['2026-01-01', '2026-12-31'])
})

test('periods follow each other without a gap', () => {
  expect(vatPeriods('B', 2, { date: '2026-11-25', first: '2000-01-01', most: 3 })).toEqual([
    { start: '2026-11-01', end: '2026-12-31' },
    { start: '2026-09-01', end: '2026-10-31' },
    { start: '2026-07-01', end: '2026-08-31' },
  ])
})

test('the list ends with the period of the first day', () => {
  const listed = (first: string) => vatPeriods('A', 2, { date: '2026-11-25', first, most: 18 }).length
  expect(['2026-11-25', '2026-10-01', '2026-09-30', '2026-03-31'].map(listed)).toEqual([1, 1, 2, 5])
})

test('a period has its months', () => {
  expect(monthsOfPeriod({ start: '2026-12-01', end: '2027-01-31' })).toEqual([
    { start: '2026-12-01', end: '2026-12-31' },
    { start: '2027-01-01', end: '2027-01-31' },
  ])
  expect(monthsOfPeriod({ start: '2024-02-01', end: '2024-02-29' })).toHaveLength(1)
})
