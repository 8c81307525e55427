import { asc, eq, inArray } from 'drizzle-orm'
import { roleclaims, roles } from '#db/schema/tenant/index.ts'
import type { TenantDb } from '#db/types.ts'

/** The names and the claims of some roles together. */
export function rolesAndClaims(db: TenantDb, ids: string[]): { names: string[]; claims: string[] } {
  if (ids.length === 0) return { names: [], claims: [] }
  const names = db
    .select({ name: roles.name })
    .from(roles)
    .where(inArray(roles.id, ids))
    .orderBy(asc(roles.name))
    .all()
  const held = db
    .selectDistinct({ claim: roleclaims.claim })
    .from(roleclaims)
    .innerJoin(roles, eq(roles.id, roleclaims.roleid))
    .where(inArray(roleclaims.roleid, ids))
    .all()
  return { names: names.map((row) => row.name), claims: held.map((row) => row.claim) }
}
