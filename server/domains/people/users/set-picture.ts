import { eq, sql } from 'drizzle-orm'
import type { RoleWithClaims } from '#db/queries/people/roles-with-claims.ts'
import { listUserAccountIds } from '#db/queries/platform/seats.ts'
import { pictures, platformUsers } from '#db/schema/platform/index.ts'
import type { PlatformTx } from '#db/types.ts'
import { queueMembershipSync } from '#server/access/sync-membership.ts'
import { Problem } from '#server/errors.ts'
import { personName } from '#views/format.ts'
import { getSeat } from './change-person.ts'
import { type Manager, permitPerson } from './permit-change.ts'

/** Null takes it away. An administrator sets it only while the person belongs to this one account. */
export function setPicture(
  tx: PlatformTx,
  by: Manager,
  allRoles: readonly RoleWithClaims[],
  userid: string,
  bytes: Uint8Array | null,
) {
  const before = getSeat(tx.db, by.accountid, userid)
  const accounts = listUserAccountIds(tx.db, userid)
  if (userid !== by.userid) {
    permitPerson(by, allRoles, before)
    if (before.isInvited) throw new Problem(400, 'A picture can be set once this person has accepted.')
    if (accounts.some((id) => id !== by.accountid))
      throw new Problem(
        400,
        `${personName(before)} belongs to other accounts too, so the picture is theirs to change.`,
      )
  }
  const picture = bytes && { media: 'image/png', bytes: Buffer.from(bytes), updatedutc: tx.now }
  if (picture)
    tx.db
      .insert(pictures)
      .values({ userid, ...picture })
      .onConflictDoUpdate({ target: pictures.userid, set: picture })
      .run()
  else tx.db.delete(pictures).where(eq(pictures.userid, userid)).run()
  tx.db
    .update(platformUsers)
    .set({ version: sql`${platformUsers.version} + 1`, updatedutc: tx.now })
    .where(eq(platformUsers.id, userid))
    .run()
  const changes = [
    {
      field: 'picture',
      oldvalue: before.pictureutc ? 'a picture' : '',
      newvalue: bytes ? 'a new picture' : '',
    },
  ]
  for (const accountid of accounts) queueMembershipSync(tx, { accountid, userid, by, changes })
  return getSeat(tx.db, by.accountid, userid)
}
