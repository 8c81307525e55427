import { eq, sql } from 'drizzle-orm'
import type { Platform } from '#db/platform.ts'
import { platformUserById } from '#db/queries/platform/users.ts'
import { platformUsers } from '#db/schema/platform/platform.ts'
import { recordAudit } from '#server/access/audit.ts'
import { endSessions } from '#server/access/end-sessions.ts'
import { revokeTokens } from '#server/access/one-time-tokens.ts'
import { checkNewPassword, type Passwords } from '#server/access/passwords.ts'
import { verifyOwnPassword } from '#server/access/verify-own-password.ts'
import { invalid, notFound } from '#server/errors.ts'
import { type MailContext, mailPasswordSet } from '#server/mail/account-mails.tsx'

type Who = { userid: string; sessionid: string; email: string }
type Change = { oldpassword: string; password: string; confirmpassword: string; address: string }

/**
 * Other sessions end, links that would set another stop working, a mail says so. Returns the sessions that
 * ended. @throws 400, 404, 429
 */
export async function changePassword(
  { platform, passwords, ...post }: { platform: Platform; passwords: Passwords } & MailContext,
  who: Who,
  userid: string,
  { oldpassword, password, confirmpassword, address }: Change,
): Promise<string[]> {
  if (userid !== who.userid) throw notFound('person')
  if (password !== confirmpassword) throw invalid({ confirmpassword: 'The two passwords differ.' })
  checkNewPassword(password, who.email)
  const prove = await verifyOwnPassword({ platform, passwords }, userid, oldpassword, 'oldpassword')
  const passwordhash = await passwords.hash(password)
  return platform.write((tx) => {
    prove(tx)
    tx.db
      .update(platformUsers)
      .set({ passwordhash, version: sql`${platformUsers.version} + 1`, updatedutc: tx.now })
      .where(eq(platformUsers.id, userid))
      .run()
    revokeTokens(tx, userid)
    recordAudit(tx, 'passwordchanged', { userid, address })
    const user = platformUserById(tx.db, userid)
    if (user) mailPasswordSet(tx, post, user)
    return endSessions(tx, userid, { except: who.sessionid, by: userid, address })
  })
}
