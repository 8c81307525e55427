import { and, desc, eq, isNotNull, sql } from 'drizzle-orm'
import { findSeat } from '#db/queries/platform/seats.ts'
import { platformUserById } from '#db/queries/platform/users.ts'
import { accounts, platformUsers, seats } from '#db/schema/platform/index.ts'
import type { PlatformDb, PlatformTx } from '#db/types.ts'
import { notFound } from '#server/errors.ts'
import { acceptJoinRequests } from './accounts.ts'
import { recordAudit } from './audit.ts'
import { queueMembershipSync } from './sync-membership.ts'

/** Of a person, newest first. */
export const listInvitations = (db: PlatformDb, userid: string) =>
  db
    .select({
      accountid: accounts.id,
      account: accounts.name,
      invitedutc: seats.invitedutc,
      by: sql<string>`coalesce(json_extract(${seats.invited}, '$.by'), '')`,
    })
    .from(seats)
    .innerJoin(accounts, eq(accounts.id, seats.accountid))
    .where(
      and(
        eq(seats.userid, userid),
        eq(seats.archived, false),
        isNotNull(seats.invited),
        eq(accounts.archived, false),
      ),
    )
    .orderBy(desc(seats.invitedutc))
    .all()

/** The one whose link still works. */
export const latestInvitation = (db: PlatformDb, userid: string) => listInvitations(db, userid)[0]

const changeSeat = ({ db, now }: PlatformTx, seatid: string, values: Partial<typeof seats.$inferInsert>) =>
  db
    .update(seats)
    .set({ ...values, updatedutc: now })
    .where(eq(seats.id, seatid))
    .run()

/**
 * From now on the account knows who they are. Somebody without a name is called what was typed.
 * @throws 404 when the invitation was taken back
 */
export function acceptInvitation(tx: PlatformTx, userid: string, accountid: string) {
  const seat = findInvited(tx.db, userid, accountid)
  const user = platformUserById(tx.db, userid)
  if (user && !user.firstname && !user.lastname) {
    const { firstname, lastname } = seat
    const phone = user.phone || seat.phone
    tx.db
      .update(platformUsers)
      .set({ firstname, lastname, phone, updatedutc: tx.now, version: user.version + 1 })
      .where(eq(platformUsers.id, userid))
      .run()
  }
  changeSeat(tx, seat.seatid, { invited: null, invitedutc: null, version: seat.seatversion + 1 })
  acceptJoinRequests(tx, accountid, userid)
  announce(tx, userid, accountid, 'accepted', seat.email)
}

/** The seat that was kept for them is free again. @throws 404 */
export function declineInvitation(tx: PlatformTx, userid: string, accountid: string) {
  const seat = findInvited(tx.db, userid, accountid)
  changeSeat(tx, seat.seatid, { archived: true, version: seat.seatversion + 1 })
  announce(tx, userid, accountid, 'declined', seat.email)
}

function findInvited(db: PlatformDb, userid: string, accountid: string) {
  const seat = findSeat(db, accountid, userid)
  if (!seat?.isInvited || seat.archived) throw notFound('invitation')
  return seat
}

function announce(
  tx: PlatformTx,
  userid: string,
  accountid: string,
  field: 'accepted' | 'declined',
  email: string,
) {
  recordAudit(tx, field === 'accepted' ? 'seatadded' : 'seatremoved', { userid, accountid, detail: email })
  const by = { userid, name: email }
  queueMembershipSync(tx, { accountid, userid, by, changes: [{ field, oldvalue: '', newvalue: email }] })
}
