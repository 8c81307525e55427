import { eq, sql } from 'drizzle-orm'
import type { RoleWithClaims } from '#db/queries/people/roles-with-claims.ts'
import { findSeat, listUserAccountIds, type PersonDetails, type SeatRow } from '#db/queries/platform/seats.ts'
import { platformUsers, seats } from '#db/schema/platform/platform.ts'
import type { PlatformTx } from '#db/types.ts'
import { recordAudit } from '#server/access/audit.ts'
import { queueMembershipSync } from '#server/access/sync-membership.ts'
import { invalid, notFound } from '#server/errors.ts'
import { type Change, changesBetween, formatPlainValue } from '#server/history.ts'
import { versionConflict } from '#server/version-conflict.ts'
import { personName } from '#views/format.ts'
import {
  type Manager,
  parseRoleIds,
  permitPerson,
  permitRoles,
  requireFreeSeats,
  requireRemainingAdmin,
} from './permit-change.ts'
import { presentPerson } from './present.ts'

type PersonValues = {
  firstname?: string
  lastname?: string
  phone?: string
  roles?: string[]
  licensed?: boolean
  version?: number
}

/** @throws 404, also for people of other accounts */
export function getSeat(db: PlatformTx['db'], accountid: string, userid: string): SeatRow {
  const row = findSeat(db, accountid, userid)
  if (!row) throw notFound('person')
  return row
}

/**
 * Names and phone are the person's own: an administrator changes them only while this is their one account.
 * @throws 400, 403, 404, 409
 */
export function changePerson(
  tx: PlatformTx,
  by: Manager,
  allRoles: readonly RoleWithClaims[],
  userid: string,
  { version, ...given }: PersonValues,
) {
  const before = getSeat(tx.db, by.accountid, userid)
  const shown = presentPerson(before, allRoles)
  if (version !== undefined && version !== shown.version)
    throw versionConflict(
      shown,
      comparable(before),
      { ...given, roles: given.roles?.toSorted().join() },
      (name, value) =>
        name === 'roles' ? rolesWords(allRoles, String(value).split(',')) : formatPlainValue(name, value),
    )
  const own = changesBetween(
    { firstname: before.firstname, lastname: before.lastname, phone: before.phone },
    { firstname: given.firstname, lastname: given.lastname, phone: given.phone },
  )
  const seat = seatChanges(before, given, allRoles)
  if (own.length + seat.length === 0) return before
  permitPerson(by, allRoles, before)
  if (own.length) changeOwn(tx, by, before, given, own)
  if (seat.length)
    requireRemainingAdmin(tx.db, by, allRoles, given.licensed === false ? 'licensed' : 'roles', () =>
      requireFreeSeats(tx.db, by.accountid, () => changeSeat(tx, by, before, given, allRoles, seat)),
    )
  queueMembershipSync(tx, { accountid: by.accountid, userid, by, changes: [...own, ...seat] })
  return getSeat(tx.db, by.accountid, userid)
}

const comparable = ({ firstname, lastname, phone, licensed, roles }: SeatRow) => ({
  firstname,
  lastname,
  phone,
  licensed,
  roles: parseRoleIds({ roles }).toSorted().join(),
})

const rolesWords = (allRoles: readonly RoleWithClaims[], ids: readonly string[]) =>
  allRoles
    .filter(({ id }) => ids.includes(id))
    .map(({ name }) => name)
    .join(', ')

function seatChanges(
  before: SeatRow,
  { roles, licensed }: PersonValues,
  allRoles: readonly RoleWithClaims[],
): Change[] {
  const shownBefore = { roles: rolesWords(allRoles, parseRoleIds(before)), licensed: before.licensed }
  const after = { roles: roles && rolesWords(allRoles, roles), licensed }
  const changes = changesBetween(shownBefore, after)
  // Roles that are unknown have no words to tell them by: the rule about roles refuses them.
  const unknown = roles?.some((id) => !allRoles.some((role) => role.id === id))
  return unknown ? [...changes, { field: 'roles', oldvalue: shownBefore.roles, newvalue: '' }] : changes
}

function changeOwn(tx: PlatformTx, by: Manager, before: SeatRow, given: PersonValues, own: Change[]) {
  if (before.isInvited) return changeTyped(tx, before, given)
  if (before.id !== by.userid && listUserAccountIds(tx.db, before.id).some((id) => id !== by.accountid))
    throw invalid(
      Object.fromEntries(
        own.map(({ field }) => [field, 'Only this person can change it, on their profile.']),
      ),
      `${personName(before)} belongs to other accounts too, so their name and phone are theirs to change.`,
    )
  const { firstname, lastname, phone } = given
  tx.db
    .update(platformUsers)
    .set({ firstname, lastname, phone, version: sql`${platformUsers.version} + 1`, updatedutc: tx.now })
    .where(eq(platformUsers.id, before.id))
    .run()
}

function changeTyped(tx: PlatformTx, before: SeatRow, { firstname, lastname, phone }: PersonValues) {
  const { email, ...was } = before
  const typed: PersonDetails = {
    email,
    firstname: firstname ?? was.firstname,
    lastname: lastname ?? was.lastname,
    phone: phone ?? was.phone,
  }
  tx.db
    .update(seats)
    .set({ invited: JSON.stringify(typed), version: sql`${seats.version} + 1`, updatedutc: tx.now })
    .where(eq(seats.id, before.seatid))
    .run()
}

function changeSeat(
  tx: PlatformTx,
  by: Manager,
  before: SeatRow,
  { roles, licensed }: PersonValues,
  allRoles: readonly RoleWithClaims[],
  changes: Change[],
) {
  if (roles) permitRoles(by, allRoles, parseRoleIds(before), roles)
  tx.db
    .update(seats)
    .set({
      roles: roles && JSON.stringify(roles),
      licensed,
      version: sql`${seats.version} + 1`,
      updatedutc: tx.now,
    })
    .where(eq(seats.id, before.seatid))
    .run()
  recordAudit(tx, 'seatchanged', {
    userid: by.userid,
    accountid: by.accountid,
    detail: `${before.email}: ${changes.map(({ field, oldvalue, newvalue }) => `${field} ${oldvalue || 'none'} → ${newvalue || 'none'}`).join('; ')}`,
  })
}
