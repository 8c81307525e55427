import { eq } from 'drizzle-orm'
import { failuresOf, userById } from '#db/queries/platform/users.ts'
import { signinfailures } from '#db/schema/platform/platform.ts'
import { invalid, Problem } from '#server/errors.ts'
import type { PlatformDoor } from '#server/http/context.ts'
import { isPassword } from './passwords.ts'

const LOCK_FROM = 10
const LOCK_MINUTES = 15

/**
 * Asks somebody who is signed in for their password again, before what they sign in by changes. Each try counts
 * before it is looked at, so that many at once gain nothing.
 * @throws 400 on `field` when it is wrong, 429 after ten wrong ones for 15 minutes
 */
export async function provePassword(
  platform: PlatformDoor,
  userid: string,
  password: string,
  field: string,
): Promise<void> {
  const key = `proof:${userid}`
  await platform.write(({ db, now }) => {
    const row = failuresOf(db, key)
    const since = new Date(Date.parse(now) - LOCK_MINUTES * 60_000).toISOString()
    const count = row && row.lastutc > since ? row.count : 0
    if (count >= LOCK_FROM)
      throw new Problem(429, `Too many attempts. Please try again in ${LOCK_MINUTES} minutes.`, {
        retryafter: LOCK_MINUTES * 60,
      })
    const values = { count: count + 1, lastutc: now }
    db.insert(signinfailures)
      .values({ key, ...values })
      .onConflictDoUpdate({ target: signinfailures.key, set: values })
      .run()
  })
  const user = platform.read((db) => userById(db, userid))
  if (!(await isPassword(password, user?.passwordhash)))
    throw invalid({ [field]: 'This is not your password.' })
  await platform.write(({ db }) => {
    db.delete(signinfailures).where(eq(signinfailures.key, key)).run()
  })
}
