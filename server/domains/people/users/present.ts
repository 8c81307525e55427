import type { RoleWithClaims } from '#db/queries/people/roles-with-claims.ts'
import type { SeatRow } from '#db/queries/platform/seats.ts'
import { pictureUrl } from '#server/access/picture-url.ts'
import { personName } from '#views/format.ts'
import { parseRoleIds } from './permit-change.ts'

type PersonStatus = 'active' | 'invited' | 'noseat' | 'archived'

export type PresentedPerson = ReturnType<typeof presentPerson>

export function presentPerson(row: SeatRow, allRoles: readonly RoleWithClaims[]) {
  const { id, email, firstname, lastname, phone, licensed, archived, seenutc } = row
  const held = parseRoleIds(row)
  return {
    id,
    // Either row changed: what was seen is not what stands.
    version: row.userversion + row.seatversion,
    firstname,
    lastname,
    name: personName(row),
    email,
    phone,
    roles: allRoles.filter((role) => held.includes(role.id)).map(({ id, name }) => ({ id, name })),
    licensed,
    archived,
    status: personStatus(row),
    seenutc,
    picture: pictureUrl(id, row.pictureutc),
  }
}

const personStatus = ({ archived, licensed, confirmedutc }: SeatRow): PersonStatus =>
  archived ? 'archived' : !licensed ? 'noseat' : confirmedutc ? 'active' : 'invited'
