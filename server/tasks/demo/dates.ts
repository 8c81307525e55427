import type { ImportRow, ImportRows } from '#server/import/apply.ts'

const DAY_MS = 86_400_000

export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)

const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS

/** Moves every date of the jobs by the days between the set's own "today" and the real one. */
export function moveDates(rows: ImportRows, from: string, today: string): ImportRows {
  const days = daysBetween(from, today)
  for (const { values } of rows.jobs ?? [])
    for (const field of ['created', 'start', 'finish', 'completed'] as const)
      if (values[field]) values[field] = addDays(values[field], days)
  return rows
}

export const cellOf = (row: ImportRow, field: string): string => row.values[field] ?? ''
