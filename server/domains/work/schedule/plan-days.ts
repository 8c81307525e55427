import { dayAfter } from '#server/dates.ts'
import { findDayOff, type WorkingTime } from '#server/working-time.ts'

export type PlannedDays = { start: string; end: string; minutes: number | null }

/** More days than a plan may have, so that a year that was mistyped costs nothing. */
export const MOST_DAYS = 366

/** Its working days; where it has none, its first day, on which somebody works all the same. */
function workedDays({ start, end }: PlannedDays, time: WorkingTime): string[] {
  const days: string[] = []
  for (let day = start, n = 0; day <= end && n < MOST_DAYS; day = dayAfter(day), n++)
    if (!findDayOff(time, day)) days.push(day)
  return days.length > 0 ? days : [start]
}

/** Minutes by day: its time in equal parts over its working days, odd minutes on the first ones. */
export function spreadMinutes(plan: PlannedDays, time: WorkingTime): Map<string, number> {
  const minutes = plan.minutes ?? 0
  if (plan.start === plan.end) return new Map([[plan.start, minutes]])
  const days = workedDays(plan, time)
  const odd = minutes % days.length
  const each = Math.floor(minutes / days.length)
  const spread = new Map<string, number>()
  for (let n = 0; n < days.length; n++) spread.set(days[n] as string, n < odd ? each + 1 : each)
  return spread
}
