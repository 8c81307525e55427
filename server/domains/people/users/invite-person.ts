import { randomUUIDv7 } from 'bun'
import { eq, sql } from 'drizzle-orm'
import type { RoleWithClaims } from '#db/queries/people/roles-with-claims.ts'
import { findJoinRequest } from '#db/queries/platform/joinrequests.ts'
import { findSeat, type PersonDetails, type SeatRow } from '#db/queries/platform/seats.ts'
import { oldestUserUtc, platformUserById, userByEmail } from '#db/queries/platform/users.ts'
import { platformUsers, seats } from '#db/schema/platform/platform.ts'
import { prepared } from '#db/sqlite.ts'
import type { PlatformTx } from '#db/types.ts'
import { putSeat } from '#server/access/accounts.ts'
import { recordAudit } from '#server/access/audit.ts'
import { issueToken, revokeTokens } from '#server/access/one-time-tokens.ts'
import { checkLimits } from '#server/access/rate-limits.ts'
import { queueMembershipSync } from '#server/access/sync-membership.ts'
import { invalid } from '#server/errors.ts'
import type { MailContext } from '#server/mail/account-mails.tsx'
import { parseEmail } from '#server/mail/address.ts'
import { getSeat } from './change-person.ts'
import { type Manager, permitRoles, requireFreeSeats } from './permit-change.ts'
import { invitationUrl, mailInvitation } from './send-mail.tsx'

type PlatformUser = typeof platformUsers.$inferSelect

type NewPerson = {
  email: string
  firstname?: string
  lastname?: string
  phone?: string
  roles?: string[]
  licensed?: boolean
}

/**
 * Whether they are on the platform is not told: until they accept, the account knows what was typed.
 * @throws 400 when they have a seat, none is free, or for roles beyond the inviter's own
 */
export function invitePerson(
  tx: PlatformTx,
  post: MailContext,
  by: Manager,
  allRoles: readonly RoleWithClaims[],
  given: NewPerson,
): SeatRow {
  const email = parseEmail(given.email)
  if (!email) throw invalid({ email: 'This is not an e-mail address.' })
  const roles = given.roles ?? []
  permitRoles(by, allRoles, [], roles)
  const known = userByEmail(tx.db, email)
  const seat = findSeat(tx.db, by.accountid, known?.id ?? '')
  if (seat && !seat.archived) throw invalid({ email: `${email} is one of your people already.` })
  const userid = known?.confirmedutc ? knownPerson(tx, known.id) : saveInvited(tx, known, email)
  const asked = findJoinRequest(tx.db, userid, by.accountid)?.state === 'waiting'
  requireFreeSeats(tx.db, by.accountid, () =>
    putSeat(tx, {
      accountid: by.accountid,
      userid,
      roleids: roles,
      licensed: given.licensed ?? true,
      invited: asked ? undefined : JSON.stringify({ ...typedOf(email, given), by: by.name }),
    }),
  )
  recordAudit(tx, 'invited', { userid: by.userid, accountid: by.accountid, detail: email })
  queueMembershipSync(tx, {
    accountid: by.accountid,
    userid,
    by,
    changes: [{ field: seat ? 'restored' : 'invited', oldvalue: '', newvalue: email }],
  })
  const row = getSeat(tx.db, by.accountid, userid)
  invite(tx, post, by, row)
  return row
}

const typedOf = (email: string, { firstname = '', lastname = '', phone = '' }: NewPerson): PersonDetails => ({
  email,
  firstname,
  lastname,
  phone,
})

/** What is done for a new person is done here too, and taken back: how long it takes tells nobody apart. */
function takenBack({ db }: PlatformTx, run: () => unknown): undefined {
  prepared(db, 'SAVEPOINT known').run()
  run()
  prepared(db, 'ROLLBACK TO known').run()
  prepared(db, 'RELEASE known').run()
}

function knownPerson(tx: PlatformTx, id: string): string {
  takenBack(tx, () => saveInvited(tx, undefined, `${randomUUIDv7()}@nowhere.invalid`))
  return id
}

/**
 * No password: nobody can sign in until the link was used. A password that somebody set for this address without ever
 * confirming it is forgotten, since it need not be its owner's.
 */
function saveInvited(tx: PlatformTx, known: PlatformUser | undefined, email: string): string {
  const { db, now } = tx
  const fresh = idOfAnyAge(tx)
  const id = known?.id ?? fresh
  db.insert(platformUsers)
    .values({ id, email, passwordhash: null, createdutc: now, updatedutc: now })
    .onConflictDoUpdate({
      target: platformUsers.id,
      set: { passwordhash: null, updatedutc: now, version: sql`${platformUsers.version} + 1` },
    })
    .run()
  revokeTokens(tx, id)
  return id
}

/** An id holds the moment at which it was made, which would tell a new person from one of long ago. */
function idOfAnyAge({ db, now }: PlatformTx): string {
  const from = Date.parse(oldestUserUtc(db) ?? now)
  return randomUUIDv7('hex', Math.floor(from + Math.random() * (Date.parse(now) - from)))
}

const DAY = 24 * 60

/**
 * An older link stops working. Bounded, since anybody can open an account and write to people who never asked.
 */
export function invite(tx: PlatformTx, post: MailContext, by: Manager, person: SeatRow) {
  const user = prepareInvitation(tx, by, person)
  if (user?.archived) return
  const issue = () => issueToken(tx, person.id, 'invite')
  const token = user?.confirmedutc ? takenBack(tx, issue) : issue()
  mailInvitation(tx, post, by, person, token)
}

/** What the mail would hold. Who has a password here signs in and accepts. */
export function issueInvitationLink(tx: PlatformTx, post: MailContext, by: Manager, person: SeatRow): string {
  const user = prepareInvitation(tx, by, person)
  return invitationUrl(post, person, user?.confirmedutc ? undefined : issueToken(tx, person.id, 'invite'))
}

function prepareInvitation(tx: PlatformTx, by: Manager, person: SeatRow): PlatformUser | undefined {
  checkLimits(tx, [
    { key: `invite:account:${by.accountid}`, most: 500, minutes: DAY },
    { key: `invite:to:${person.email}`, most: 5, minutes: DAY },
  ])
  const user = platformUserById(tx.db, person.id)
  if (!user?.archived)
    tx.db.update(seats).set({ invitedutc: tx.now }).where(eq(seats.id, person.seatid)).run()
  return user
}
