import { isDate } from '#server/dates.ts'

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')

/** As South African banks write it: 2026-11-25, 2026/11/25, 20261125, 25/11/2026, 25 Nov 2026. Days come before months. */
export function readDay(cell: string): string | undefined {
  const text = cell.trim().slice(0, 40)
  const yearfirst = /^(\d{4})[-/.]?(\d{2})[-/.]?(\d{2})(?!\d)/.exec(text)
  const dayfirst = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4})(?!\d)/.exec(text)
  const named = /^(\d{1,2})[-/. ]([a-z]{3})[a-z]*[-/. ](\d{4})(?!\d)/i.exec(text)
  const [year, month, day] = yearfirst
    ? yearfirst.slice(1)
    : dayfirst
      ? dayfirst.slice(1).toReversed()
      : named
        ? [named[3], String(months.indexOf((named[2] ?? '').toLowerCase()) + 1), named[1]]
        : []
  const found = [year, month?.padStart(2, '0'), day?.padStart(2, '0')].join('-')
  return isDate(found) ? found : undefined
}
