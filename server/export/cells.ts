/** A `Date` is a day or, with `time`, an instant. */
export type ExportCell = string | number | boolean | Date | null | undefined
export type ExportRow = readonly ExportCell[]

export type ExportColumn = { head: string; kind?: 'text' | 'number' | 'money' | 'date' | 'time' }

export const dayCell = (date: unknown): Date | null =>
  typeof date === 'string' && date ? new Date(`${date.slice(0, 10)}T00:00:00Z`) : null
