const FIRST_MS = 30_000
const MOST_MS = 6 * 3_600_000

/** When to try again after so many attempts: half a minute, then twice as long each time, six hours at most. */
export const later = (now: Date, attempts: number) =>
  new Date(now.getTime() + Math.min(MOST_MS, FIRST_MS * 2 ** Math.min(attempts, 20))).toISOString()
