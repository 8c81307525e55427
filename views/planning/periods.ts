import { shortDate } from '#views/format.ts'

/** Millionths of the base unit. */
export type ForecastFigures = { start: string; end: string; lead: boolean } & Record<
  'jobs' | 'repeats' | 'average' | 'demand' | 'ordered' | 'making' | 'balance',
  number
> & { lowest: { day: string; quantity: number } }

export type ForecastPast = { start: string; end: string }

type Named = { start: string; end: string; lead: boolean }

/** `to 30 Nov` or `Before 5 Dec`: what a column is headed by. */
export const periodName = ({ end, lead }: Named): string => {
  const day = shortDate(end).replace(/ \d{4}$/, '')
  return lead ? `Until ${day}` : `To ${day}`
}

export const periodDays = ({ start, end }: Named): string =>
  start === end ? shortDate(start) : `${shortDate(start)} to ${shortDate(end)}`

export const isShort = ({ lowest }: ForecastFigures): boolean => lowest.quantity < 0
