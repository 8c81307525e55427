import { listRolesWithClaims, type RoleWithClaims } from '#db/queries/people/roles-with-claims.ts'
import { findSeat, type SeatRow } from '#db/queries/platform/seats.ts'
import type { PlatformTx } from '#db/types.ts'
import { syncMembershipsNow } from '#server/access/sync-membership.ts'
import type { Context } from '#server/http/context.ts'
import type { Manager } from './permit-change.ts'
import { presentPerson } from './present.ts'

type Changed = { person: SeatRow; ended?: readonly string[] }

/**
 * Live connections of sessions that ended, or of rights that changed, are closed. Answers the person as they
 * are now.
 */
export async function writePerson(
  c: Context,
  userid: string | null,
  run: (tx: PlatformTx, by: Manager, allRoles: readonly RoleWithClaims[]) => Changed,
) {
  const { accountid } = c.person
  const allRoles = c.read(listRolesWithClaims)
  const before = userid ? c.platform.read((db) => findSeat(db, accountid, userid)) : undefined
  let ended: readonly string[] = []
  let isRightsChange = false
  const person = await c.platform.write((tx) => {
    const changed = run(tx, c.person, allRoles)
    ended = changed.ended ?? []
    isRightsChange = before !== undefined && before.seatversion !== changed.person.seatversion
    return presentPerson(changed.person, allRoles)
  })
  await syncMembershipsNow(c.services)
  for (const sessionid of ended) c.services.hub.closeSession(sessionid)
  if (isRightsChange) c.services.hub.closeUser(accountid, person.id)
  return person
}
