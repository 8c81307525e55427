import { eq, sql } from 'drizzle-orm'
import type { Platform } from '#db/platform.ts'
import { platformUserById } from '#db/queries/platform/users.ts'
import { platformUsers } from '#db/schema/platform/platform.ts'
import { invalid, Problem } from '#server/errors.ts'
import { type MailContext, mailPasswordSet } from '#server/mail/account-mails.tsx'
import { recordAudit } from './audit.ts'
import { endSessions } from './end-sessions.ts'
import { acceptInvitation, latestInvitation } from './invitations.ts'
import { type Purpose, revokeTokens, spendToken } from './one-time-tokens.ts'
import { checkNewPassword, type Passwords } from './passwords.ts'
import { checkLimits } from './rate-limits.ts'
import { type NewSession, startSession } from './sessions.ts'

const OLD_LINK =
  'This link does not work any more. Please use the latest one that was sent to you, or ask for a new one; the password needs at least 8 characters with letters and numbers.'

type Given = { userid: string; token: string; password: string; confirmpassword: string }
type From = { address: string; agent: string }

/**
 * Whoever holds the link reads the mail, so the address is confirmed with it. @throws 400 by field, or when the link was
 * used, was replaced or is too old; 429 after many tries
 */
export async function setPasswordBy(
  purposes: readonly Extract<Purpose, 'reset' | 'invite'>[],
  { platform, passwords, ...post }: { platform: Platform; passwords: Passwords } & MailContext,
  { userid, token, password, confirmpassword }: Given,
  from: From,
): Promise<{ session: NewSession; ended: string[]; joined?: string }> {
  await platform.write((tx) => checkLimits(tx, [{ key: `link:ip:${from.address}`, most: 60, minutes: 60 }]))
  const user = platform.read((db) => platformUserById(db, userid))
  if (password !== confirmpassword) throw invalid({ confirmpassword: 'The two passwords differ.' })
  checkNewPassword(password, user?.email ?? '')
  const passwordhash = await passwords.hash(password)
  return platform.write((tx) => {
    const spent = purposes.find((one) => spendToken(tx, userid, one, token))
    if (!user || user.archived || !spent) throw new Problem(400, OLD_LINK)
    const confirmedutc = user.confirmedutc ?? tx.now
    tx.db
      .update(platformUsers)
      .set({ passwordhash, confirmedutc, version: sql`${platformUsers.version} + 1`, updatedutc: tx.now })
      .where(eq(platformUsers.id, userid))
      .run()
    // The link came with an invitation: who follows it accepts that one, and no other that waits.
    const invitation = spent === 'invite' ? latestInvitation(tx.db, userid) : undefined
    if (invitation) acceptInvitation(tx, userid, invitation.accountid)
    revokeTokens(tx, userid)
    recordAudit(tx, 'passwordchanged', { userid, address: from.address, detail: 'by a link' })
    if (user.passwordhash) mailPasswordSet(tx, post, user)
    const ended = endSessions(tx, userid, { by: userid, address: from.address })
    return { session: startSession(tx, userid, from), ended, joined: invitation?.account }
  })
}
