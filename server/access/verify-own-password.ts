import type { PlatformAccess } from '#db/platform.ts'
import { platformUserById } from '#db/queries/platform/users.ts'
import type { PlatformTx } from '#db/types.ts'
import { invalid } from '#server/errors.ts'
import type { Passwords } from './passwords.ts'
import { checkLimits, LOCK_FROM, LOCK_MINUTES, resetLimit } from './rate-limits.ts'

/**
 * Each try counts before it is looked at, so that many at once gain nothing. The result asks once more in the transaction,
 * since the password may have been replaced meanwhile. @throws 400 on `field`, 429 after ten wrong ones within 15 minutes
 */
export async function verifyOwnPassword(
  { platform, passwords }: { platform: PlatformAccess; passwords: Passwords },
  userid: string,
  password: string,
  field: string,
): Promise<(tx: PlatformTx) => void> {
  const key = `proof:${userid}`
  await platform.write((tx) => checkLimits(tx, [{ key, most: LOCK_FROM, minutes: LOCK_MINUTES }]))
  const user = platform.read((db) => platformUserById(db, userid))
  const wrong = () => invalid({ [field]: 'This is not your password.' })
  if (!(await passwords.verify(password, user?.passwordhash))) throw wrong()
  await platform.write((tx) => resetLimit(tx, key))
  return (tx) => {
    if (platformUserById(tx.db, userid)?.passwordhash !== user?.passwordhash) throw wrong()
  }
}
