import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import { onetimetokens, platformUsers } from '#db/schema/platform/platform.ts'
import type { PlatformDb, PlatformTx } from '#db/types.ts'
import { addMs, HOUR_MS } from '#server/instants.ts'
import { hashSecret, newSecret } from './tokens.ts'

/** Decision B6. */
const LIFETIMES_MS = {
  confirm: 7 * 24 * HOUR_MS,
  invite: 7 * 24 * HOUR_MS,
  reset: HOUR_MS,
  email: 24 * HOUR_MS,
  external: HOUR_MS / 12,
}
export type Purpose = keyof typeof LIFETIMES_MS

/** Older ones of the same person and purpose stop working. Stored as a hash. */
export function issueToken({ db, now }: PlatformTx, userid: string, purpose: Purpose): string {
  const secret = newSecret()
  db.delete(onetimetokens)
    .where(and(eq(onetimetokens.userid, userid), eq(onetimetokens.purpose, purpose)))
    .run()
  db.insert(onetimetokens)
    .values({
      hash: hashSecret(secret),
      userid,
      purpose,
      createdutc: now,
      expiresutc: addMs(now, LIFETIMES_MS[purpose]),
    })
    .run()
  return secret
}

/** Whether a link still works; looking uses nothing up. */
export function isOpenToken(
  db: PlatformDb,
  now: string,
  userid: string,
  purpose: Purpose,
  secret: string,
): boolean {
  const row = db
    .select()
    .from(onetimetokens)
    .where(and(eq(onetimetokens.hash, hashSecret(secret)), isNull(onetimetokens.usedutc)))
    .get()
  return row?.userid === userid && row.purpose === purpose && row.expiresutc > now
}

export function spendToken(
  { db, now }: PlatformTx,
  userid: string,
  purpose: Purpose,
  secret: string,
): boolean {
  const hash = hashSecret(secret)
  if (!isOpenToken(db, now, userid, purpose, secret)) return false
  db.update(onetimetokens).set({ usedutc: now }).where(eq(onetimetokens.hash, hash)).run()
  return true
}

/** When a password changes, whoever knew the old one may have had links sent to themselves. */
export function revokeTokens({ db }: PlatformTx, userid: string) {
  db.delete(onetimetokens).where(eq(onetimetokens.userid, userid)).run()
  db.update(platformUsers)
    .set({ newemail: null })
    .where(and(eq(platformUsers.id, userid), isNotNull(platformUsers.newemail)))
    .run()
}
