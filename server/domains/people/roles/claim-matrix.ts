import { listRoleHolders } from '#db/queries/people/roles.ts'
import type { TenantDb } from '#db/types.ts'
import type { ClaimGroup } from './claim-groups.ts'
import type { RoleLine } from './present.ts'

type Query = { search?: string; userid?: string }

export function buildClaimMatrix(
  db: TenantDb,
  roles: readonly RoleLine[],
  groups: readonly ClaimGroup[],
  { search = '', userid }: Query,
) {
  const people = listRoleHolders(db)
  const person = people.find(({ id }) => id === userid)
  const counted = person ? roles.filter(({ id }) => person.roleids.includes(id)) : roles
  const wanted = search.toLowerCase()
  const rows = groups.flatMap(({ label, claims }) =>
    claims
      .filter(({ claim, words }) => `${label} ${claim} ${words}`.toLowerCase().includes(wanted))
      .map((line) => {
        const may = counted.filter(({ claims }) => claims.includes(line.claim))
        const ids = new Set(may.flatMap((role) => role.people.map(({ id }) => id)))
        return {
          ...line,
          group: label,
          roles: may.map(({ id, name }) => ({ id, name })),
          people: person ? Number(may.length > 0) : ids.size,
        }
      }),
  )
  return { rows, people: people.map(({ id, name }) => ({ value: id, label: name })), person: person?.name }
}
