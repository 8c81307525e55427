/** Each includes those before it. */
const permissions = ['none', 'see', 'work', 'manage'] as const
export type Permission = (typeof permissions)[number]

const level = (permission: Permission) => permissions.indexOf(permission)
export const allows = (held: Permission | undefined, needed: Permission) =>
  held !== undefined && level(held) >= level(needed)

export function byClaims(holds: (claim: string) => boolean): Permission {
  if (!holds('jobs.read')) return 'none'
  if (!holds('jobs.write')) return 'see'
  return holds('boards.manage') ? 'manage' : 'work'
}

export const lower = (a: Permission, b: Permission): Permission => (level(a) < level(b) ? a : b)
export const higher = (a: Permission, b: Permission): Permission => (level(a) > level(b) ? a : b)

/** Its row on the board narrows what its claims give (decision B2). */
export const ofRole = (claims: readonly string[], row: string | undefined): Permission => {
  const given = byClaims((claim) => claims.includes(claim))
  return row === undefined ? given : lower(row as Permission, given)
}
