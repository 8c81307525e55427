import {
  duration,
  formatPercent,
  formatQuantity,
  formatRand,
  formatRate,
  shortDate,
  wholeNumber,
} from '#views/format.ts'
import type { ReportColumn, ReportRow } from './types.ts'

const numbers: Partial<Record<ReportColumn['kind'], (value: number) => string>> = {
  money: formatRand,
  rate: formatRate,
  quantity: formatQuantity,
  percent: formatPercent,
  minutes: duration,
  count: wholeNumber,
}

export const isNumeric = ({ kind }: ReportColumn) => kind in numbers

/** Whether its rows follow one another in time. */
export const runsOn = (column: ReportColumn | undefined) =>
  column?.kind === 'month' || column?.kind === 'date'

/** How the value of a column reads. */
export function reportValue({ kind, key }: ReportColumn, row: ReportRow): string {
  const value = row[key]
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return numbers[kind]?.(value) ?? String(value)
  if (kind === 'date') return shortDate(value)
  // 'Nov 2026': the day is left off.
  return kind === 'month' ? shortDate(`${value}-01`).replace(/^\S+\s/, '') : value
}
