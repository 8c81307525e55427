import { listRoleHolders, type RoleHolder } from '#db/queries/people/roles.ts'
import { listRolesWithClaims } from '#db/queries/people/roles-with-claims.ts'
import type { TenantDb } from '#db/types.ts'
import { type Claim, SYSTEMADMIN } from './claims.ts'

export function listUsersWithClaim(db: TenantDb, claim: Claim): RoleHolder[] {
  const giving = listRolesWithClaims(db).filter(
    ({ name, archived, claims }) => !archived && (name === SYSTEMADMIN || claims.includes(claim)),
  )
  const ids = new Set(giving.map(({ id }) => id))
  return listRoleHolders(db).filter(({ roleids }) => roleids.some((id) => ids.has(id)))
}
