/** Whom a job is planned for (empty: nobody yet), and from which day to which (empty: not scheduled). */
export type Plan = { person: string; start: string; end: string }

export const isSamePlan = (a: Plan, b: Plan) =>
  a.person === b.person && a.start === b.start && a.end === b.end

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

/** One day at least. */
export function stretched(plan: Plan, days: number): Plan {
  return { ...plan, end: addDays(plan.start, Math.max(0, daysFrom(plan.start, plan.end) + days)) }
}
