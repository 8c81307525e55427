import { allRoles, listRoleHolders, type RoleHolder, type RoleRow } from '#db/queries/people/roles.ts'
import type { TenantDb } from '#db/types.ts'
import { isReservedRole } from './save-role.ts'

export type RoleLine = ReturnType<typeof presentRole>

/** Roles of the account with their holders. `grantable`: the claims that count. */
export function roleLines(db: TenantDb, grantable: ReadonlySet<string>, archived = false): RoleLine[] {
  const people = listRoleHolders(db)
  return allRoles(db, archived).map((role) => presentRole(role, people, grantable))
}

function presentRole(role: RoleRow, people: readonly RoleHolder[], grantable: ReadonlySet<string>) {
  const { id, name, version, archived, system } = role
  const claims = role.system ? [...grantable] : role.claims.filter((claim) => grantable.has(claim))
  const held = people.filter(({ roleids }) => roleids.includes(id))
  return {
    id,
    name,
    version,
    archived,
    system,
    fixed: isReservedRole(role),
    claims,
    people: held.map(({ id, name, email }) => ({ id, name, email })),
  }
}
