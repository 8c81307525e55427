import { rolesWithClaims } from '#db/queries/work/boards.ts'
import type { TenantDb } from '#db/types.ts'
import { heldClaims } from './claims.ts'
import { type Viewer, viewerFor } from './viewer.ts'

/** `roles`: a JSON list of ids, as it is stored. */
export type SeatedUser = { id: string; roles: string }

/** What somebody else of the account may see. */
export function viewerOfUser(db: TenantDb, user: SeatedUser): Viewer {
  const ids: string[] = JSON.parse(user.roles)
  const held = rolesWithClaims(db).filter(({ id }) => ids.includes(id))
  const names = held.map(({ name }) => name)
  const stored = held.flatMap(({ claims }) => claims)
  const claims = heldClaims({ platformowner: false, single: false }, names, stored)
  return viewerFor(db, { userid: user.id, roles: names, claims })
}
