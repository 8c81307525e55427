import { daysAfter, daysBetween } from '#server/dates.ts'
import type { ImportRow, ImportRows } from '#server/import/index.ts'

export function moveDates(rows: ImportRows, from: string, today: string): ImportRows {
  const days = daysBetween(from, today)
  for (const { values } of rows.jobs ?? [])
    for (const field of ['created', 'start', 'finish', 'completed'] as const)
      if (values[field]) values[field] = daysAfter(values[field], days)
  return rows
}

export const readCell = (row: ImportRow, field: string): string => row.values[field] ?? ''
