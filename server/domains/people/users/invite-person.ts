import { randomUUIDv7 } from 'bun'
import { sql } from 'drizzle-orm'
import type { RoleFact } from '#db/queries/people/role-facts.ts'
import { findSeat, type SeatRow } from '#db/queries/platform/seats.ts'
import { userByEmail } from '#db/queries/platform/users.ts'
import { platformUsers } from '#db/schema/platform/platform.ts'
import type { PlatformTx } from '#db/types.ts'
import { putSeat } from '#server/access/accounts.ts'
import { recordAudit } from '#server/access/audit.ts'
import { issueToken, revokeTokens } from '#server/access/one-time-tokens.ts'
import { checkLimits } from '#server/access/rate-limits.ts'
import { queueMembershipSync } from '#server/access/sync-membership.ts'
import { invalid } from '#server/errors.ts'
import type { MailContext } from '#server/mail/account-mails.tsx'
import { parseEmail } from '#server/mail/address.ts'
import { seatIn } from './change-person.ts'
import { type Manager, permitRoles, requireFreeSeats } from './permit-change.ts'
import { mailInvitation } from './send-mail.tsx'

type NewPerson = {
  email: string
  firstname?: string
  lastname?: string
  phone?: string
  roles?: string[]
  licensed?: boolean
}

/**
 * Seats somebody by their e-mail. Who is on the platform already keeps the name they have and may begin at once;
 * anybody else gets a link by which they set their first password.
 * @throws 400 when they have a seat, when none is free, or for roles beyond the inviter's own rights
 */
export function invitePerson(
  tx: PlatformTx,
  post: MailContext,
  by: Manager,
  facts: readonly RoleFact[],
  given: NewPerson,
): SeatRow {
  const email = parseEmail(given.email)
  if (!email) throw invalid({ email: 'This is not an e-mail address.' })
  const roles = given.roles ?? []
  permitRoles(by, facts, [], roles)
  const known = userByEmail(tx.db, email)
  if (known?.archived) throw invalid({ email: 'This person can no longer be invited: ask the operator.' })
  const seat = known && findSeat(tx.db, by.accountid, known.id)
  if (seat && !seat.archived) throw invalid({ email: `${email} is one of your people already.` })
  const userid = known?.confirmedutc ? known.id : saveInvited(tx, known, email, given)
  requireFreeSeats(tx.db, by.accountid, () =>
    putSeat(tx, { accountid: by.accountid, userid, roleids: roles, licensed: given.licensed ?? true }),
  )
  recordAudit(tx, 'invited', { userid: by.userid, accountid: by.accountid, detail: email })
  queueMembershipSync(tx, {
    accountid: by.accountid,
    userid,
    by,
    changes: [{ field: seat ? 'restored' : 'invited', oldvalue: '', newvalue: email }],
  })
  const row = seatIn(tx.db, by.accountid, userid)
  invite(tx, post, by, row)
  return row
}

/**
 * A name and no password: nobody can sign in until the link was used. A password that somebody set for this address
 * without ever confirming it is forgotten, since it need not be its owner's.
 */
function saveInvited(
  tx: PlatformTx,
  known: typeof platformUsers.$inferSelect | undefined,
  email: string,
  { firstname = '', lastname = '', phone = '' }: NewPerson,
): string {
  const { db, now } = tx
  const id = known?.id ?? randomUUIDv7()
  const named = known && `${known.firstname}${known.lastname}`
  const names = named ? {} : { firstname, lastname, phone }
  const values = { ...names, passwordhash: null, updatedutc: now }
  db.insert(platformUsers)
    .values({ id, email, createdutc: now, ...values })
    .onConflictDoUpdate({
      target: platformUsers.id,
      set: { ...values, version: sql`${platformUsers.version} + 1` },
    })
    .run()
  revokeTokens(tx, id)
  return id
}

const DAY = 24 * 60

/**
 * Sends the invitation (again): an older link stops working. What an account may send to people who never asked for
 * it is bounded, since anybody can open one.
 */
export function invite(tx: PlatformTx, post: MailContext, by: Manager, person: SeatRow) {
  checkLimits(tx, [
    { key: `invite:account:${by.accountid}`, most: 500, minutes: DAY },
    { key: `invite:to:${person.email}`, most: 5, minutes: DAY },
  ])
  const token = person.confirmedutc ? undefined : issueToken(tx, person.id, 'invite')
  mailInvitation(tx, post, by, person, token)
}
