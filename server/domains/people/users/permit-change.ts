import type { RoleWithClaims } from '#db/queries/people/roles-with-claims.ts'
import { listUserIdsWithRole, type SeatRow } from '#db/queries/platform/seats.ts'
import type { PlatformDb } from '#db/types.ts'
import { SYSTEMADMIN } from '#server/access/claims.ts'
import { countSeats } from '#server/access/seats.ts'
import { invalid, Problem } from '#server/errors.ts'
import { roleLabel } from '#views/people/role-label.ts'

export type Manager = {
  userid: string
  name: string
  accountid: string
  accountname: string
  roles: readonly string[]
  claims: ReadonlySet<string>
}

type Seat = Pick<SeatRow, 'roles'>
export const parseRoleIds = ({ roles }: Seat): string[] => JSON.parse(roles) as string[]

const isAdmin = (by: Manager) => by.roles.includes(SYSTEMADMIN)
/** Whether a role allows something that a person may not do themself. systemadmin may do all that there is. */
const isBeyond = (by: Manager, role: RoleWithClaims) =>
  role.name === SYSTEMADMIN || role.claims.some((claim) => !by.claims.has(claim))

export const canGrantRole = (by: Manager, role: RoleWithClaims) =>
  !role.archived && (isAdmin(by) || !isBeyond(by, role))

/**
 * Nobody gives or takes more than they hold: else whoever manages people could make themself anything.
 * @throws 400 naming the role
 */
export function permitRoles(
  by: Manager,
  allRoles: readonly RoleWithClaims[],
  before: string[],
  after: string[],
) {
  const given = after.filter((id) => !before.includes(id))
  const known = (id: string) => allRoles.find((role) => role.id === id)
  for (const id of given) {
    const role = known(id)
    if (!role) throw invalid({ roles: 'One of these roles could not be found.' })
    if (role.archived) throw invalid({ roles: `The role ${role.name} is archived: restore it first.` })
  }
  if (isAdmin(by)) return
  for (const id of [...given, ...before.filter((id) => !after.includes(id))]) {
    const role = known(id)
    if (role && isBeyond(by, role))
      throw invalid({
        roles: `The role ${roleLabel(role.name)} allows more than you may do yourself: ask an administrator to give or take it.`,
      })
  }
}

/** @throws 403 */
export function permitPerson(by: Manager, allRoles: readonly RoleWithClaims[], seat: Seat) {
  if (isAdmin(by)) return
  const held = parseRoleIds(seat)
  if (allRoles.some((role) => held.includes(role.id) && isBeyond(by, role)))
    throw new Problem(403, 'This person may do more than you: ask an administrator to change it.', {
      code: 'beyond',
    })
}

/** @throws 400, and so undoes the change */
export function requireRemainingAdmin<T>(
  db: PlatformDb,
  by: Manager,
  allRoles: readonly RoleWithClaims[],
  field: string,
  run: () => T,
): T {
  const id = allRoles.find(({ name }) => name === SYSTEMADMIN)?.id ?? ''
  const before = listUserIdsWithRole(db, by.accountid, id).length
  const value = run()
  if (before > 0 && listUserIdsWithRole(db, by.accountid, id).length === 0)
    throw invalid({
      [field]: 'This is the last administrator who can sign in: make somebody else one first.',
    })
  return value
}

/** @throws 400 naming how many are paid for (decision B5) */
export function requireFreeSeats<T>(db: PlatformDb, accountid: string, run: () => T): T {
  const before = countSeats(db, accountid).used
  const value = run()
  const { used, paid } = countSeats(db, accountid)
  if (paid === null || used <= paid || used <= before) return value
  const seats = paid === 1 ? 'The one seat that is' : `All ${paid} seats that are`
  const sentence = `${seats} paid for ${paid === 1 ? 'is' : 'are'} taken. Add seats at /subscription, or take one from somebody else.`
  throw new Problem(400, sentence, { code: 'seats', fields: { licensed: sentence } })
}
