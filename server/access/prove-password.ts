import type { PlatformAccess } from '#db/platform.ts'
import { platformUserById } from '#db/queries/platform/users.ts'
import type { PlatformTx } from '#db/types.ts'
import { invalid } from '#server/errors.ts'
import { countAnew, limit } from './limits.ts'
import type { Passwords } from './passwords.ts'

const LOCK_FROM = 10
const LOCK_MINUTES = 15

/**
 * Asks somebody who is signed in for their password again, before what they sign in by changes. Each try counts
 * before it is looked at, so that many at once gain nothing. Returns what asks once more in the transaction that goes
 * by it: looking takes a while, and a password that another one has replaced meanwhile proves nothing.
 * @throws 400 on `field` when it is wrong, 429 after ten wrong ones within 15 minutes
 */
export async function provePassword(
  { platform, passwords }: { platform: PlatformAccess; passwords: Passwords },
  userid: string,
  password: string,
  field: string,
): Promise<(tx: PlatformTx) => void> {
  const key = `proof:${userid}`
  await platform.write((tx) => limit(tx, [{ key, most: LOCK_FROM, minutes: LOCK_MINUTES }]))
  const user = platform.read((db) => platformUserById(db, userid))
  const wrong = () => invalid({ [field]: 'This is not your password.' })
  if (!(await passwords.verify(password, user?.passwordhash))) throw wrong()
  await platform.write((tx) => countAnew(tx, key))
  return (tx) => {
    if (platformUserById(tx.db, userid)?.passwordhash !== user?.passwordhash) throw wrong()
  }
}
