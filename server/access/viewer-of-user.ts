import { userById } from '#db/queries/people/users.ts'
import { rolesWithClaims } from '#db/queries/work/boards.ts'
import type { TenantDb } from '#db/types.ts'
import { heldClaims } from './claims.ts'
import { canSeeJobAt, type Viewer, viewerFor } from './viewer.ts'

/** `roles`: a JSON list of ids, as it is stored. */
export type SeatedUser = { id: string; roles: string }

/** What somebody else of the account may see. */
export const viewerOfUser = (db: TenantDb, user: SeatedUser): Viewer => viewersOfUsers(db)(user)

/** Before somebody is told of a job by another; false for whoever left. */
export function canUserSeeJob(
  db: TenantDb,
  userid: string,
  { boardid, location }: { boardid: string; location: string | null },
): boolean {
  const user = userById(db, userid)
  return user?.archived === false && canSeeJobAt(viewerOfUser(db, user), boardid, location)
}

/** Of many: the roles are read once. Who holds the same roles sees the same, but for the places of a client’s contact. */
export function viewersOfUsers(db: TenantDb): (user: SeatedUser) => Viewer {
  const roles = rolesWithClaims(db)
  const known = new Map<string, Viewer>()
  return (user) => {
    const viewer = known.get(user.roles) ?? viewerByRoles(db, roles, user)
    if (!viewer.locations) known.set(user.roles, viewer)
    return viewer
  }
}

function viewerByRoles(db: TenantDb, roles: ReturnType<typeof rolesWithClaims>, user: SeatedUser): Viewer {
  const ids: string[] = JSON.parse(user.roles)
  const held = roles.filter(({ id }) => ids.includes(id))
  const names = held.map(({ name }) => name)
  const stored = held.flatMap(({ claims }) => claims)
  const claims = heldClaims({ platformowner: false, single: false }, names, stored)
  return viewerFor(db, { userid: user.id, roles: names, claims })
}
