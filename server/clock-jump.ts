import { addMs, DAY_MS } from './instants.ts'

/** Nothing is put off by itself for longer: what is due beyond was reckoned by a clock that was ahead. */
const LONGEST_MS = 2 * DAY_MS

/** @returns ISO 8601 UTC */
export const latestNextTime = (now: Date): string => addMs(now, LONGEST_MS)

export const isDue = (utc: string, now: Date) => utc <= now.toISOString() || utc > latestNextTime(now)
