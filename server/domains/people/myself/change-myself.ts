import { eq, sql } from 'drizzle-orm'
import type { Platform } from '#db/platform.ts'
import { listUserAccountIds } from '#db/queries/platform/seats.ts'
import { platformUserById, userByEmail } from '#db/queries/platform/users.ts'
import { platformUsers } from '#db/schema/platform/platform.ts'
import type { PlatformTx } from '#db/types.ts'
import { recordAudit } from '#server/access/audit.ts'
import { issueToken, revokeTokens, spendToken } from '#server/access/one-time-tokens.ts'
import type { Passwords } from '#server/access/passwords.ts'
import { checkLimits } from '#server/access/rate-limits.ts'
import { queueMembershipSync } from '#server/access/sync-membership.ts'
import { verifyOwnPassword } from '#server/access/verify-own-password.ts'
import type { Config } from '#server/config.ts'
import { NOT_VERIFIED } from '#server/domains/people/auth/messages.ts'
import { getSeat } from '#server/domains/people/users/change-person.ts'
import { mailAddressChanged, mailConfirmAddress } from '#server/domains/people/users/send-mail.tsx'
import { invalid, notFound, Problem } from '#server/errors.ts'
import { type Change, changesBetween, formatPlainValue } from '#server/history.ts'
import type { MailContext } from '#server/mail/account-mails.tsx'
import { parseEmail } from '#server/mail/address.ts'
import { describeQueuedMail, type QueuedNotice } from '#server/mail/queued-mail.ts'
import { versionConflict } from '#server/version-conflict.ts'
import { personName } from '#views/format.ts'

type Who = { userid: string; name: string; accountid: string }
type Values = {
  firstname?: string
  lastname?: string
  phone?: string
  email?: string
  password?: string
  version?: number
}
type Files = { platform: Platform; passwords: Passwords; config: Config } & MailContext

const SAVED: QueuedNotice = { message: 'Your profile is saved.', level: 'success' }

/** In every account at once. A new e-mail counts once its link was used. Answers what was done. */
export async function changeMyself(files: Files, who: Who, { version, email, password, ...names }: Values) {
  const { platform } = files
  const before = platform.read((db) => platformUserById(db, who.userid))
  if (!before) throw notFound('person')
  const wanted = email === undefined ? undefined : parseEmail(email)
  if (wanted === null) throw invalid({ email: 'This is not an e-mail address.' })
  const moves = wanted !== undefined && wanted !== before.email
  const prove = moves ? await verifyOwnPassword(files, who.userid, password ?? '', 'password') : undefined
  await platform.write((tx) => {
    prove?.(tx)
    const seat = getSeat(tx.db, who.accountid, who.userid)
    const stands = seat.userversion + seat.seatversion
    const { id, firstname, lastname, email: address, phone } = seat
    const now = { id, firstname, lastname, email: address, phone, version: stands }
    if (version !== undefined && version !== stands) throw versionConflict(now, now, names, formatPlainValue)
    const changes = changesBetween<Record<string, unknown>>(now, names)
    if (changes.length) {
      tx.db
        .update(platformUsers)
        .set({ ...names, ...next(tx) })
        .where(eq(platformUsers.id, who.userid))
        .run()
      queueSyncOfAll(tx, who, changes)
    }
    if (moves) askForEmail(tx, files, before, wanted)
  })
  return moves
    ? describeQueuedMail(files, { what: 'A link to confirm the address', to: wanted, mailid: null })
    : SAVED
}

const next = ({ now }: PlatformTx) => ({ version: sql`${platformUsers.version} + 1`, updatedutc: now })

const queueSyncOfAll = (tx: PlatformTx, who: Pick<Who, 'userid' | 'name'>, changes: Change[]) => {
  const by = { userid: who.userid, name: who.name }
  for (const accountid of listUserAccountIds(tx.db, who.userid))
    queueMembershipSync(tx, { accountid, userid: who.userid, by, changes })
}

/** Whether somebody has that address already is told to its reader alone. */
function askForEmail(
  tx: PlatformTx,
  post: MailContext,
  user: { id: string; firstname: string; email: string },
  email: string,
) {
  checkLimits(tx, [{ key: `newemail:${user.id}`, most: 5, minutes: 60 }])
  tx.db.update(platformUsers).set({ newemail: email }).where(eq(platformUsers.id, user.id)).run()
  mailConfirmAddress(tx, post, user, email, issueToken(tx, user.id, 'email'))
}

/**
 * Older links stop working. @throws 400 for one that is used up or too old, or an address that is somebody's
 */
export function confirmNewEmail(tx: PlatformTx, post: MailContext, userid: string, token: string): string {
  const user = platformUserById(tx.db, userid)
  const good = spendToken(tx, userid, 'email', token)
  if (!user?.newemail || !good) throw new Problem(400, NOT_VERIFIED)
  if (userByEmail(tx.db, user.newemail))
    throw new Problem(400, `Somebody signs in as ${user.newemail} already, so it cannot be used here.`)
  revokeTokens(tx, userid)
  tx.db
    .update(platformUsers)
    .set({ email: user.newemail, ...next(tx) })
    .where(eq(platformUsers.id, userid))
    .run()
  const change = { field: 'email', oldvalue: user.email, newvalue: user.newemail }
  recordAudit(tx, 'emailchanged', { userid, detail: `${user.email} → ${user.newemail}` })
  queueSyncOfAll(tx, { userid, name: personName(user) }, [change])
  mailAddressChanged(tx, post, user, user.newemail)
  return user.newemail
}
