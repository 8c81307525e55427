import { readReferenceVersion } from '#db/queries/position.ts'
import {
  boardIds,
  listBoardPermissions,
  listStakeholderLocationIds,
  rolesWithClaims,
} from '#db/queries/work/boards.ts'
import type { TenantDb } from '#db/types.ts'
import { cachedBy } from '#server/cache.ts'
import {
  higherPermission,
  isPermitted,
  lowerPermission,
  type Permission,
  permissionByClaims,
  rolePermission,
} from './board-permissions.ts'
import { claimsId, STAKEHOLDER, SYSTEMADMIN } from './claims.ts'
import type { Person } from './person.ts'

export type Viewer = {
  /** Of each board that is not hidden, archived ones included. */
  boards: ReadonlyMap<string, Permission>
  /** Those of a StakeHolder; null: all. */
  locations: ReadonlySet<string> | null
  everything: boolean
  claims: ReadonlySet<string>
  /** Also sees removed jobs. */
  admin: boolean
}

export type Identity = Pick<Person, 'userid' | 'roles' | 'claims'>

const cached = cachedBy(500, (db: TenantDb) => readReferenceVersion(db))

export function viewerFor(db: TenantDb, person: Identity): Viewer {
  // A live connection still asks with the claims it was let in by, until it is closed: those are not what others hold.
  const key = `${person.userid} ${claimsId(person.claims)} ${person.roles.join()}`
  return cached(db, key, () => loadViewer(db, person))
}

export const canSeeJobAt = (viewer: Viewer, boardid: string, location: string | null) =>
  viewer.boards.has(boardid) && (!viewer.locations || (location !== null && viewer.locations.has(location)))

/** For a query of jobs or of what hangs on them; null: all. Archived boards count, as in `canSeeJobAt`. */
export const jobScope = (viewer: Viewer) => ({
  boards: viewer.everything ? null : [...viewer.boards.keys()],
  locations: viewer.locations ? [...viewer.locations] : null,
  removed: viewer.admin,
})

export const hasPermission = (viewer: Viewer, boardid: string, needed: Permission) =>
  isPermitted(viewer.boards.get(boardid), needed)

/** Not cached: for a write that has just changed boards or rights itself. */
export function loadViewer(db: TenantDb, person: Identity): Viewer {
  const ids = boardIds(db)
  const held = rolesWithClaims(db).filter(({ name }) => person.roles.includes(name))
  const beside = held.filter(seesJobs)
  const narrowed = beside.length === 0 && person.roles.includes(STAKEHOLDER)
  const boards = boardsFor(db, person, ids, narrowed ? held : beside)
  const locations = narrowed ? new Set(listStakeholderLocationIds(db, person.userid)) : null
  return {
    boards,
    locations,
    everything: !locations && boards.size === ids.length && person.claims.has('jobs.read'),
    claims: person.claims,
    admin: person.roles.includes(SYSTEMADMIN),
  }
}

type Held = ReturnType<typeof rolesWithClaims>[number]

/** Decision B2. A role that sees no jobs, to read invoices by perhaps, widens nothing beside StakeHolder. */
const seesJobs = ({ name, claims }: Held) =>
  name !== STAKEHOLDER && (name === SYSTEMADMIN || claims.includes('jobs.read'))

function boardsFor(db: TenantDb, person: Identity, ids: string[], held: Held[]): Map<string, Permission> {
  const own = permissionByClaims((claim) => person.claims.has(claim as never))
  const rows = listBoardPermissions(
    db,
    held.map(({ id }) => id),
  )
  const found = new Map<string, Permission>()
  for (const id of ids) {
    const permission = held
      .map((role) => {
        const row = rows.find(({ boardid, roleid }) => boardid === id && roleid === role.id)
        return rolePermission(role.claims, role.name === SYSTEMADMIN ? undefined : row?.permission)
      })
      .reduce(higherPermission, 'none')
    if (permission !== 'none' && own !== 'none') found.set(id, lowerPermission(permission, own))
  }
  return found
}
