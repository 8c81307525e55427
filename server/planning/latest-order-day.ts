import { daysBetween } from '#server/dates.ts'
import { LONGEST_LEAD, type Workdays } from './workdays.ts'

type LatestOrder = {
  /** The last day on which it may be ordered to come in time. */
  day: string
  /** Calendar days since then; 0 where there is time. */
  late: number
  /** When it comes, ordered on that day, or today where that is past. */
  arrival: string
  /** Its lead time is longer than is planned for, which dates it by the longest. */
  beyond: boolean
}

/** Backwards from the day of need by working days. */
export function latestOrderDay(
  need: string,
  lead: number,
  { today, workdays }: { today: string; workdays: Workdays },
): LatestOrder {
  const beyond = lead > LONGEST_LEAD
  const days = Math.min(Math.ceil(lead), LONGEST_LEAD)
  const day = workdays.before(need, days)
  const late = Math.max(0, daysBetween(day, today))
  return { day, late, arrival: late > 0 ? workdays.after(today, days) : need, beyond }
}
