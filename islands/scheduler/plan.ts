import { QUARTER_MINUTES } from '#views/ui/day-hours.ts'
import { clockWords } from '#views/ui/visit-time.ts'

/** Whom a job is planned for (empty: nobody yet), from which day to which (empty: not scheduled), and the words for the hour of the first. */
export type Plan = { person: string; start: string; end: string; visit: string }

export const isSamePlan = (a: Plan, b: Plan) =>
  a.person === b.person && a.start === b.start && a.end === b.end && a.visit === b.visit

const DAY_MS = 86_400_000
const toDay = (date: string) => Date.parse(`${date}T00:00Z`) / DAY_MS

/** Calendar days, so that no clock change makes one longer. */
export const addDays = (date: string, days: number) =>
  new Date((toDay(date) + days) * DAY_MS).toISOString().slice(0, 10)

export const daysFrom = (from: string, to: string) => toDay(to) - toDay(from)

export const shifted = (plan: Plan, days: number): Plan => ({
  ...plan,
  start: addDays(plan.start, days),
  end: addDays(plan.end, days),
})

const LAST_QUARTER = 24 * 60 - QUARTER_MINUTES

/** At so many minutes of its day, to the quarter of an hour. */
export function atHour(plan: Plan, minutes: number): Plan {
  const quarter = Math.round(minutes / QUARTER_MINUTES) * QUARTER_MINUTES
  return { ...plan, visit: clockWords(Math.max(0, Math.min(LAST_QUARTER, quarter))) }
}

/** One day at least. */
export function stretched(plan: Plan, days: number): Plan {
  return { ...plan, end: addDays(plan.start, Math.max(0, daysFrom(plan.start, plan.end) + days)) }
}
