import { expect, test } from 'bun:test'
import { vatPeriod, vatPeriods } from '#server/money/vat-period.ts'

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
  expect(vatPeriods('B', 2, '2026-11-25', 3)).toEqual([
    { start: '2026-11-01', end: '2026-12-31' },
    { start: '2026-09-01', end: '2026-10-31' },
    { start: '2026-07-01', end: '2026-08-31' },
  ])
})
