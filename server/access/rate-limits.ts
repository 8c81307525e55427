import { eq, lt } from 'drizzle-orm'
import { findSignInFailures } from '#db/queries/platform/users.ts'
import { signinfailures } from '#db/schema/platform/platform.ts'
import type { PlatformTx } from '#db/types.ts'
import { Problem } from '#server/errors.ts'
import { addMs, DAY_MS, MINUTE_MS } from '#server/instants.ts'

/** Wrong passwords of one person, and how long no further one is looked at (decision B6). */
export const LOCK_FROM = 10
export const LOCK_MINUTES = 15

/** `count`: how many it is at once; none: one. What is more than `most` goes by itself, when nothing went before. */
type Limit = { key: string; most: number; minutes: number; count?: number }

/** The minutes begin with the first one counted. @throws 429 with the seconds to wait; then nothing is counted */
export function checkLimits({ db, now }: PlatformTx, limits: readonly Limit[]) {
  for (const { key, most, minutes, count = 1 } of limits) {
    const name = nameOf(key)
    const row = findSignInFailures(db, name)
    const longest = addMs(now, minutes * MINUTE_MS)
    const open = isLocked(row?.lockeduntilutc, now, longest) ? row : undefined
    const until = open?.lockeduntilutc ?? longest
    if (open && open.count + count > most) throw tooMany(until, now)
    const values = { count: (open?.count ?? 0) + count, lastutc: now, lockeduntilutc: until }
    db.insert(signinfailures)
      .values({ key: name, ...values })
      .onConflictDoUpdate({ target: signinfailures.key, set: values })
      .run()
  }
  db.delete(signinfailures)
    .where(lt(signinfailures.lastutc, addMs(now, -DAY_MS)))
    .run()
}

/** Not further ahead than it can have been set: a machine that started with a wrong year would lock people out till then. */
export const isLocked = (
  instant: string | null | undefined,
  now: string,
  longest: string,
): instant is string => typeof instant === 'string' && instant > now && instant <= longest

export const resetLimit = ({ db }: PlatformTx, key: string) =>
  db
    .delete(signinfailures)
    .where(eq(signinfailures.key, nameOf(key)))
    .run()

const nameOf = (key: string) => `limit:${key}`.slice(0, 300)

export const mailLimits = (action: string, email: string, address: string): Limit[] => [
  { key: `${action}:ip:${address}`, most: 30, minutes: 60 },
  { key: `${action}:user:${email}`, most: 5, minutes: 60 },
]

export function tooMany(until: string, now: string): Problem {
  const seconds = Math.max(1, Math.ceil((Date.parse(until) - Date.parse(now)) / 1000))
  const minutes = Math.ceil(seconds / 60)
  const later = minutes === 1 ? 'a minute' : `${minutes} minutes`
  return new Problem(429, `Too many attempts. Please try again in ${later}.`, { retryafter: seconds })
}
