/** A role as its pages show it. `fixed`: the program goes by its name; `system`: it holds every claim for good. */
export type RoleView = {
  id: string
  name: string
  version: number
  archived: boolean
  system: boolean
  fixed: boolean
  claims: readonly string[]
  people: readonly { id: string; name: string; email: string }[]
}

export const ROLES = '/backoffice/roles'
export const claimsUrl = (roleid: string) => `/backoffice/claims?roleid=${roleid}`
