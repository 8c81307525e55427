import { readClock, readLeastClock } from '#islands/client/program-clock.ts'
import { LONGEST_WAIT_MS } from '#views/ui/longest-wait.ts'
import type { Waiting } from './store.ts'

const DAY_MS = 86_400_000
const LATE_MS = LONGEST_WAIT_MS - 2 * DAY_MS

/** When this page kept what was made then, by a clock that nobody sets. */
const kept = new Map<number, number>()

/** Dates what is made now. */
export function stampNow(): Pick<Waiting, 'made' | 'clock'> {
  const made = Date.now()
  kept.set(made, performance.now())
  return { made, clock: readClock() }
}

/**
 * By the clock of the program: this device's may have been set since. Where it was set ahead before the change was made,
 * that says too little; the clock of the page is right as far as the device did not sleep.
 */
export function age({ made, clock }: Pick<Waiting, 'made' | 'clock'>): number {
  const now = readLeastClock() ?? 0
  const since = kept.get(made)
  return Math.max(
    Date.now() + now - (made + (clock ?? now)),
    since === undefined ? 0 : performance.now() - since,
  )
}

/** Its key is known no more: sent again, it might be done twice. */
export const isTooOld = (one: Waiting) => age(one) > LONGEST_WAIT_MS

export const isLate = (one: Waiting) => age(one) > LATE_MS

export const isOld = (one: Waiting) => age(one) > DAY_MS
