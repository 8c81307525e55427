/** Dates are `YYYY-MM-DD`. */
export const daysAfter = (date: string, days: number): string =>
  Temporal.PlainDate.from(date).add({ days }).toString()

export const daysBetween = (from: string, to: string): number => Temporal.PlainDate.from(from).until(to).days
