/** A `Date` is a day or, with `time`, an instant. */
export type ExportCell = string | number | boolean | Date | null | undefined
export type ExportRow = readonly ExportCell[]

export type ExportColumn = { head: string; kind?: 'text' | 'number' | 'money' | 'date' | 'time' }

/** Formats of Excel, which shows them in the separators of whoever opens the file. Text is text without any. */
export const numberFormats = { money: '#,##0.00##', date: 'yyyy-mm-dd', time: 'yyyy-mm-dd hh:mm' } as const

/** In characters: a figure or a day that does not fit is shown as a row of hashes. */
export const columnWidth = (head: string, kind = 'text') =>
  Math.max(head.length + 2, kind === 'text' ? 18 : 12)

export const dayCell = (date: unknown): Date | null =>
  typeof date === 'string' && date ? new Date(`${date.slice(0, 10)}T00:00:00Z`) : null
