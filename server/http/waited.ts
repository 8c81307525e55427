import type { Tx } from '#db/tenants.ts'
import { invalid } from '#server/errors.ts'
import { addMs } from '#server/instants.ts'
import { LONGEST_WAIT_MS } from '#views/ui/longest-wait.ts'

const HEADER = 'x-joblane-waited'
/** A minute without an answer is a slow network. */
const AT_ONCE_MS = 60_000

/**
 * When a change was made that waited on a device without a line: that many seconds before `now`, by the device's own
 * count, so that a clock that is wrong there does not matter. @throws 400
 */
export function madeAt(request: Request, now: Date): Date {
  const given = request.headers.get(HEADER)
  if (given === null) return now
  if (!/^\d{1,6}$/.test(given) || Number(given) * 1000 > LONGEST_WAIT_MS)
    throw invalid({ [HEADER]: 'It is how many seconds the change waited, at most a week of them.' })
  return new Date(now.getTime() - Number(given) * 1000)
}

export const hasWaited = (request: Request) => request.headers.has(HEADER)

/** What did not wait is dated as anything else. */
export const dateAsMade = (tx: Tx, made: Date): Tx =>
  made.toISOString() < addMs(new Date(tx.now), -AT_ONCE_MS)
    ? { ...tx, now: made.toISOString(), arrived: tx.now }
    : { ...tx, now: made.toISOString() }
