import { eq, sql } from 'drizzle-orm'
import type { Platform } from '#db/platform.ts'
import { platformUserById } from '#db/queries/platform/users.ts'
import { platformUsers } from '#db/schema/platform/platform.ts'
import { recordAudit } from '#server/access/audit.ts'
import { issueToken, spendToken } from '#server/access/one-time-tokens.ts'
import { checkLimits } from '#server/access/rate-limits.ts'
import { type NewSession, startSession } from '#server/access/sessions.ts'
import { Problem } from '#server/errors.ts'
import { NOT_VERIFIED } from './messages.ts'

type From = { address: string; agent: string }
/** Signed in; or, without a password to sign in by, a link's secret to set the first one with. */
type Confirmed = { session: NewSession } | { userid: string; token: string }

/** @throws 400 when the link was used, was replaced or is too old; 429 after many tries */
export async function confirmEmail(
  platform: Platform,
  { userid, token }: { userid: string; token: string },
  from: From,
): Promise<Confirmed> {
  await platform.write((tx) => checkLimits(tx, [{ key: `link:ip:${from.address}`, most: 60, minutes: 60 }]))
  return platform.write((tx): Confirmed => {
    const user = platformUserById(tx.db, userid)
    if (!user || user.archived || !spendToken(tx, userid, 'confirm', token))
      throw new Problem(400, NOT_VERIFIED)
    tx.db
      .update(platformUsers)
      .set({
        confirmedutc: user.confirmedutc ?? tx.now,
        version: sql`${platformUsers.version} + 1`,
        updatedutc: tx.now,
      })
      .where(eq(platformUsers.id, userid))
      .run()
    recordAudit(tx, 'emailconfirmed', { userid, address: from.address, detail: user.email })
    // No invitation's link: confirming an address accepts none.
    if (!user.passwordhash) return { userid, token: issueToken(tx, userid, 'reset') }
    return { session: startSession(tx, userid, from) }
  })
}
