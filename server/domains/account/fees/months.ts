import { DEFAULT_ZONE, toInstant, zonedTime } from '#server/zone.ts'

/** Cards are charged this many days before the paid month ends, so that it never ends for want of an hour. */
export const DAYS_AHEAD = 3
/** The latest day on which a card is charged: February has it too, with `DAYS_AHEAD` behind it. */
const LATE_DAY = 25

/**
 * The same moment a calendar month later, in South Africa. A day that the month does not have becomes its last;
 * `anchorday`, the day on which paid months end, comes back in the months that have it: 31 January, 28 February,
 * 31 March.
 * @param iso an instant in UTC
 */
export function monthLater(iso: string, anchorday: number): string {
  const at = zonedTime(iso, DEFAULT_ZONE)
  const day = at.day === at.daysInMonth ? Math.max(at.day, anchorday) : at.day
  return toInstant(at.add({ months: 1 }).with({ day }))
}

export const dayOfMonth = (iso: string) => zonedTime(iso, DEFAULT_ZONE).day

export const firstPaidDay = (utcexpires: string | null, now: string) =>
  utcexpires && utcexpires > now ? utcexpires : now

/**
 * The first day on which the provider charges again, `YYYY-MM-DD`: before the month that is paid now has ended, and so
 * in every month after it, since the provider goes on by the day of the month, or a shorter month's last.
 */
export function billingDate(utcexpires: string | null, now: string): string {
  const from = firstPaidDay(utcexpires, now)
  const end = zonedTime(monthLater(from, dayOfMonth(from)), DEFAULT_ZONE).toPlainDate()
  const charged = end.subtract({ days: DAYS_AHEAD })
  return charged.with({ day: Math.min(charged.day, LATE_DAY) }).toString()
}
