import { LONGEST_WAIT_MS } from '#views/ui/longest-wait.ts'
import type { Waiting } from './store.ts'

const DAY_MS = 86_400_000
const LATE_MS = LONGEST_WAIT_MS - 2 * DAY_MS

const age = ({ made }: Waiting) => Date.now() - made

/** Its key is known no more: sent again, it might be done twice. */
export const isTooOld = (one: Waiting) => age(one) > LONGEST_WAIT_MS

export const isLate = (one: Waiting) => age(one) > LATE_MS

export const isOld = (one: Waiting) => age(one) > DAY_MS
