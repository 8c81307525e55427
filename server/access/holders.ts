import { roleFacts } from '#db/queries/people/role-facts.ts'
import { type Holder, holders } from '#db/queries/people/roles.ts'
import type { TenantDb } from '#db/types.ts'
import { type Claim, SYSTEMADMIN } from './claims.ts'

export function holdersOfClaim(db: TenantDb, claim: Claim): Holder[] {
  const giving = roleFacts(db).filter(
    ({ name, archived, claims }) => !archived && (name === SYSTEMADMIN || claims.includes(claim)),
  )
  const ids = new Set(giving.map(({ id }) => id))
  return holders(db).filter(({ roleids }) => roleids.some((id) => ids.has(id)))
}
