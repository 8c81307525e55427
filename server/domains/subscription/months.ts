import { DAY_MS, daysIn, HOUR_MS } from '#server/instants.ts'

/** The provider bills by the South African calendar, which knows no summer time. */
const PROVIDER_OFFSET_MS = 2 * HOUR_MS
/** Cards are charged this many days before the paid month ends, so that it never ends for want of an hour. */
const DAYS_AHEAD = 3
/** Every month has this day, with room behind it. */
const LATE_DAY = 25

/**
 * The same moment a calendar month later. A day that the month does not have becomes its last; `anchorday`, the
 * day on which paid months end, comes back in the months that have it: 31 January, 28 February, 31 March.
 * @param iso an instant in UTC
 */
export function monthLater(iso: string, anchorday: number): string {
  const from = new Date(iso)
  const day = from.getUTCDate()
  const isLast = day === daysIn(from.getUTCFullYear(), from.getUTCMonth())
  const wanted = isLast ? Math.max(day, anchorday) : day
  const to = new Date(from)
  to.setUTCDate(1)
  to.setUTCMonth(to.getUTCMonth() + 1)
  to.setUTCDate(Math.min(wanted, daysIn(to.getUTCFullYear(), to.getUTCMonth())))
  return to.toISOString()
}

/** The day of the month of an instant. */
export const dayOf = (iso: string) => new Date(iso).getUTCDate()

/** What is later: now, or the end of what is paid already. */
export const paidFrom = (utcexpires: string | null, now: string) =>
  utcexpires && utcexpires > now ? utcexpires : now

/**
 * The first day on which the provider charges again, `YYYY-MM-DD`: before the month that is paid now has ended.
 * Months that end after the 28th are charged on the 25th, which February has too.
 */
export function billingDate(utcexpires: string | null, now: string): string {
  const from = paidFrom(utcexpires, now)
  const end = new Date(Date.parse(monthLater(from, dayOf(from))) + PROVIDER_OFFSET_MS)
  if (end.getUTCDate() > 28) end.setUTCDate(LATE_DAY)
  else end.setTime(end.getTime() - DAYS_AHEAD * DAY_MS)
  return end.toISOString().slice(0, 10)
}
