import { startOfDay, todayIn } from '#server/zone.ts'

/** Half-open, [start, end): what stops as the next begins does not overlap it (domain-2 9.2). */
export type Interval = { startutc: string; endutc: string }

const toSeconds = (milliseconds: number) => Math.round(milliseconds / 1000)
const ms = (instant: string) => Date.parse(instant)

/** Whole seconds; none where the clock went back. */
export const secondsBetween = (start: string, end: string) =>
  Math.max(0, Math.floor((ms(end) - ms(start)) / 1000))

/** Seconds in which at least one of them ran: three people for an hour are one hour. */
export function unionSeconds(intervals: readonly Interval[]): number {
  let until = Number.NEGATIVE_INFINITY
  let total = 0
  for (const { startutc, endutc } of intervals.toSorted((a, b) => ms(a.startutc) - ms(b.startutc))) {
    total += Math.max(0, ms(endutc) - Math.max(ms(startutc), until))
    until = Math.max(until, ms(endutc))
  }
  return toSeconds(total)
}

/** Seconds of one person that each costs: a moment in which n of them run counts as one n-th in each (domain-2 9.2). */
export function shareOverlaps(intervals: readonly Interval[]): number[] {
  const cuts = [...new Set(intervals.flatMap(({ startutc, endutc }) => [ms(startutc), ms(endutc)]))].sort(
    (a, b) => a - b,
  )
  const shares = intervals.map(() => 0)
  for (let at = 1; at < cuts.length; at++) {
    const [from, to] = [cuts[at - 1] as number, cuts[at] as number]
    const running = intervals.flatMap(({ startutc, endutc }, index) =>
      ms(startutc) <= from && ms(endutc) >= to ? [index] : [],
    )
    for (const index of running) shares[index] = (shares[index] as number) + (to - from) / running.length
  }
  return shares.map(toSeconds)
}

/** What falls on each day of the zone: a day that daylight saving made 23 or 25 hours long has as many. */
export function cutAtMidnight(
  { startutc, endutc }: Interval,
  zone: string,
): { date: string; seconds: number }[] {
  const parts: { date: string; seconds: number }[] = []
  let start = startutc
  while (ms(start) < ms(endutc)) {
    const date = todayIn(zone, new Date(start))
    const midnight = startOfDay(date, zone, 1)
    const end = ms(midnight) < ms(endutc) ? midnight : endutc
    parts.push({ date, seconds: secondsBetween(start, end) })
    start = end
  }
  return parts
}

/** Once, when it is charged: what was begun counts in full steps (0 s is 0, 1 s and 900 s are 15 minutes, 901 s are 30). */
export const roundUpMinutes = (seconds: number, stepminutes: number) =>
  Math.ceil(seconds / (stepminutes * 60)) * stepminutes

/** As a page shows it: to the nearest. A sum is rounded once, from its seconds; what is charged, by entry. */
export const toMinutes = (seconds: number) => Math.round(seconds / 60)
