import { addMs, HOUR_MS } from '#server/instants.ts'

const FIRST_MS = 30_000
const MAX_MS = 6 * HOUR_MS

/** Half a minute, then twice as long each time, six hours at most. */
export const nextRetry = (now: Date, attempts: number) =>
  addMs(now, Math.min(MAX_MS, FIRST_MS * 2 ** Math.min(attempts, 20)))
