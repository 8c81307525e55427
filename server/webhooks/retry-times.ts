import { HOUR_MS, MINUTE_MS } from '#server/instants.ts'

/** Standard Webhooks 1.0.0: from the last attempt to the next, three days in all. */
const PAUSES_MS = [
  0,
  5_000,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR_MS),
]
const JITTER = 0.1

export const MAX_ATTEMPTS = PAUSES_MS.length

/** Null after the last. @param random from 0 to 1: what failed together is not tried together again */
export function nextAttempt(attempts: number, now: number, random = Math.random()): string | null {
  const pause = PAUSES_MS[attempts]
  return pause === undefined ? null : new Date(now + pause * (1 + JITTER * random)).toISOString()
}
