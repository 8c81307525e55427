import type { RoleWithClaims } from '#db/queries/people/roles-with-claims.ts'
import { accountClaims, defaultRoles, SYSTEMADMIN } from '#server/access/claims.ts'

/** What a role allows, in a line: as it began, until somebody allows or denies it anything. */
export function describeRole({ name, claims }: RoleWithClaims): string {
  const began = defaultRoles.find((role) => role.name === name)
  const isUnchanged =
    name === SYSTEMADMIN ||
    (began?.claims.length === claims.length && began.claims.every((one) => claims.includes(one)))
  return began && isUnchanged ? began.about : `${claims.length} of ${accountClaims.length} rights.`
}
