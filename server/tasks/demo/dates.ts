import { daysAfter, daysBetween } from '#server/dates.ts'
import type { ImportRow, ImportRows } from '#server/import/index.ts'

export function moveDates(rows: ImportRows, from: string, today: string): ImportRows {
  const days = daysBetween(from, today)
  for (const { values } of rows.jobs ?? [])
    for (const field of ['created', 'start', 'finish', 'completed'] as const)
      if (values[field]) values[field] = daysAfter(values[field], days)
  return rows
}

/** A weekend gives way to the working day beside it. */
export function toWorkday(date: string): string {
  const day = Temporal.PlainDate.from(date).dayOfWeek
  return daysAfter(date, day === 6 ? -1 : day === 7 ? 1 : 0)
}

/** Nothing is due on a weekend. */
export function moveToWorkdays(rows: ImportRows, from: string, today: string): ImportRows {
  moveDates(rows, from, today)
  for (const { values } of rows.jobs ?? []) if (values.finish) values.finish = toWorkday(values.finish)
  return rows
}

export const readCell = (row: ImportRow, field: string): string => row.values[field] ?? ''
