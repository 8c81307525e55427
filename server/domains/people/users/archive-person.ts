import { eq, sql } from 'drizzle-orm'
import type { RoleWithClaims } from '#db/queries/people/roles-with-claims.ts'
import type { SeatRow } from '#db/queries/platform/seats.ts'
import { seats } from '#db/schema/platform/platform.ts'
import type { PlatformTx } from '#db/types.ts'
import { acceptJoinRequests } from '#server/access/accounts.ts'
import { recordAudit } from '#server/access/audit.ts'
import { endKeys } from '#server/access/end-keys.ts'
import { endSessions } from '#server/access/end-sessions.ts'
import { queueMembershipSync } from '#server/access/sync-membership.ts'
import { Problem } from '#server/errors.ts'
import { getSeat } from './change-person.ts'
import {
  type Manager,
  parseRoleIds,
  permitPerson,
  permitRoles,
  requireFreeSeats,
  requireRemainingAdmin,
} from './permit-change.ts'

/**
 * What they did stays, their keys end for good. Returns the ended sessions.
 * @throws 400 for oneself and the last systemadmin
 */
export function archivePerson(
  tx: PlatformTx,
  by: Manager,
  allRoles: readonly RoleWithClaims[],
  userid: string,
) {
  const before = getSeat(tx.db, by.accountid, userid)
  if (before.archived) return { person: before, ended: [] }
  permitPerson(by, allRoles, before)
  if (userid === by.userid)
    throw new Problem(400, 'You cannot take yourself out of the account: ask somebody else to do it.')
  requireRemainingAdmin(tx.db, by, allRoles, 'archived', () => storeArchived(tx, by, before, true))
  const sessions = endSessions(tx, userid, { accountid: by.accountid, by: by.userid })
  const ended = [...sessions, ...endKeys(tx, userid, by.accountid)]
  return { person: getSeat(tx.db, by.accountid, userid), ended }
}

/**
 * Roles that are archived by now are left out.
 * @throws 400 without a free seat, or for roles beyond the restorer's
 */
export function restorePerson(
  tx: PlatformTx,
  by: Manager,
  allRoles: readonly RoleWithClaims[],
  userid: string,
) {
  const before = getSeat(tx.db, by.accountid, userid)
  if (!before.archived) return before
  const roles = parseRoleIds(before).filter((id) => allRoles.some((role) => role.id === id && !role.archived))
  permitRoles(by, allRoles, [], roles)
  requireFreeSeats(tx.db, by.accountid, () => storeArchived(tx, by, before, false, roles))
  acceptJoinRequests(tx, by.accountid, userid)
  return getSeat(tx.db, by.accountid, userid)
}

function storeArchived(tx: PlatformTx, by: Manager, before: SeatRow, archived: boolean, roles?: string[]) {
  tx.db
    .update(seats)
    .set({
      archived,
      roles: roles && JSON.stringify(roles),
      version: sql`${seats.version} + 1`,
      updatedutc: tx.now,
    })
    .where(eq(seats.id, before.seatid))
    .run()
  const entry = { userid: by.userid, accountid: by.accountid, detail: before.email }
  recordAudit(tx, archived ? 'seatremoved' : 'seatadded', entry)
  const [oldvalue, newvalue] = archived ? ['no', 'yes'] : ['yes', 'no']
  const changes = [{ field: 'archived', oldvalue, newvalue }]
  queueMembershipSync(tx, { accountid: by.accountid, userid: before.id, by, changes })
}
