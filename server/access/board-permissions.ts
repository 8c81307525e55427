/** Each includes those before it. */
const permissions = ['none', 'see', 'work', 'manage'] as const
export type Permission = (typeof permissions)[number]

const level = (permission: Permission) => permissions.indexOf(permission)
export const isPermitted = (held: Permission | undefined, needed: Permission) =>
  held !== undefined && level(held) >= level(needed)

export function permissionByClaims(holds: (claim: string) => boolean): Permission {
  if (!holds('jobs.read')) return 'none'
  if (!holds('jobs.write')) return 'see'
  return holds('boards.manage') ? 'manage' : 'work'
}

export const lowerPermission = (a: Permission, b: Permission): Permission => (level(a) < level(b) ? a : b)
export const higherPermission = (a: Permission, b: Permission): Permission => (level(a) > level(b) ? a : b)

/** Its row on the board narrows what its claims give (decision B2). */
export const rolePermission = (claims: readonly string[], row: string | undefined): Permission => {
  const given = permissionByClaims((claim) => claims.includes(claim))
  return row === undefined ? given : lowerPermission(row as Permission, given)
}
