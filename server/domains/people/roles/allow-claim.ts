import { deleteClaim, insertClaims, listRoleClaims } from '#db/queries/people/roles.ts'
import { roles } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import { type Claim, claims } from '#server/access/claims.ts'
import { invalid } from '#server/errors.ts'
import { recordHistory } from '#server/history.ts'
import { getRecord } from '#server/records.ts'
import { roleLabel } from '#views/people/role-label.ts'
import { checkHolding, type Granter } from './granter.ts'
import { publishRole, type Role } from './save-role.ts'

export type ClaimAllowance = { roleid: string; claim: string; allowed: boolean }

/**
 * From everybody's next request on. Says whether that changed anything.
 * @throws 404, 400 for systemadmin, 403 beyond one's own claims
 */
export function allowClaim(tx: Tx, granter: Granter, { roleid, claim, allowed }: ClaimAllowance) {
  const role = getRecord(tx.db, roles, roleid, 'roleid')
  if (!granter.grantable.has(claim)) throw invalid({ claim: 'This claim is not on the list.' })
  if (role.system) throw invalid({ roleid: `${roleLabel(role.name)} holds every right, and keeps it.` })
  if (role.archived) throw invalid({ roleid: `${role.name} is archived: restore it first.` })
  const had = listRoleClaims(tx.db, roleid).includes(claim)
  if (had === allowed) return { role, changed: false }
  checkHolding(granter, claim, { verb: allowed ? 'give' : 'take' })
  if (allowed) insertClaims(tx.db, roleid, [claim])
  else deleteClaim(tx.db, roleid, claim)
  const word = (is: boolean) => (is ? 'allowed' : 'denied')
  recordHistory(tx, 'roles', roleid, [{ field: claim, oldvalue: word(had), newvalue: word(allowed) }])
  return { role: publishRole(tx, role), changed: true }
}

export const describeAllocation = (role: Role, claim: string, allowed: boolean) =>
  `${role.name}: ${claims[claim as Claim]} (${claim}) ${allowed ? 'allowed' : 'denied'}`
