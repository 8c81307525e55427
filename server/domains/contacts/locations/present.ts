import type { LocationRow, StakeholderRow } from '#db/queries/contacts/locations.ts'

export function presentLocation({ location, clientname, parentname, firstname, lastname }: LocationRow) {
  return {
    ...location,
    client: location.client ? { id: location.client, name: clientname ?? '(unknown)' } : null,
    parent: location.parent ? { id: location.parent, name: parentname ?? '(unknown)' } : null,
    responsibilityname: `${firstname ?? ''} ${lastname ?? ''}`.trim(),
  }
}

export type Location = ReturnType<typeof presentLocation>

export const presentStakeholder = ({ roles, ...user }: StakeholderRow) => ({
  ...user,
  roles: JSON.parse(roles) as string[],
})
