import { after, DAY_MS, daysIn, HOUR_MS } from '#server/instants.ts'

/** Months are sold and billed by the South African calendar, which knows no summer time. */
const OFFSET_MS = 2 * HOUR_MS
/** Cards are charged this many days before the paid month ends, so that it never ends for want of an hour. */
export const DAYS_AHEAD = 3
/** The latest day on which a card is charged: February has it too, with `DAYS_AHEAD` behind it. */
const LATE_DAY = 25

/** An instant on South African clocks, as a date whose UTC reads so. */
const local = (iso: string) => new Date(Date.parse(iso) + OFFSET_MS)

/**
 * The same moment a calendar month later, in South Africa. A day that the month does not have becomes its last;
 * `anchorday`, the day on which paid months end, comes back in the months that have it: 31 January, 28 February,
 * 31 March.
 * @param iso an instant in UTC
 */
export function monthLater(iso: string, anchorday: number): string {
  const at = local(iso)
  const day = at.getUTCDate()
  const isLast = day === daysIn(at.getUTCFullYear(), at.getUTCMonth())
  const wanted = isLast ? Math.max(day, anchorday) : day
  at.setUTCDate(1)
  at.setUTCMonth(at.getUTCMonth() + 1)
  at.setUTCDate(Math.min(wanted, daysIn(at.getUTCFullYear(), at.getUTCMonth())))
  return after(at, -OFFSET_MS)
}

/** The day of the month of an instant, in South Africa. */
export const dayOf = (iso: string) => local(iso).getUTCDate()

/** What is later: now, or the end of what is paid already. */
export const paidFrom = (utcexpires: string | null, now: string) =>
  utcexpires && utcexpires > now ? utcexpires : now

/**
 * The first day on which the provider charges again, `YYYY-MM-DD`: before the month that is paid now has ended, and so
 * in every month after it, since the provider goes on by the day of the month, or a shorter month's last.
 */
export function billingDate(utcexpires: string | null, now: string): string {
  const from = paidFrom(utcexpires, now)
  const end = local(monthLater(from, dayOf(from)))
  const charged = new Date(end.getTime() - DAYS_AHEAD * DAY_MS)
  if (charged.getUTCDate() > LATE_DAY) charged.setUTCDate(LATE_DAY)
  return charged.toISOString().slice(0, 10)
}
