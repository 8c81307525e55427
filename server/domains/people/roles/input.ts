import { claimNames } from '#server/access/claims.ts'
import { choice, flag, object, reference, t, text, version } from '#server/http/fields.ts'

const name = () => text(60, { required: true, label: 'Name' })
const claim = () => choice(...claimNames)
const roleid = () => t.String({ maxLength: 40 })

export const NewRole = object({
  id: t.Optional(reference()),
  name: name(),
  copyof: t.Optional(reference()),
})

export const RoleChange = object({
  name: t.Optional(name()),
  archived: t.Optional(flag()),
  version: version(),
})

/** As the specification's call has it: the id stands in the body. */
export const RoleChangeById = object({ id: roleid(), ...RoleChange.properties })

export const RoleList = object({ archived: t.Optional(flag()) })

export const RoleClaim = object({
  roleid: roleid(),
  claim: claim(),
  allowed: t.Optional(flag()),
})

/** To deny a claim: in the address, as other removals have it, or in the body. */
export const DeniedClaim = object({
  roleid: t.Optional(roleid()),
  claim: t.Optional(claim()),
})

export const ClaimsPage = object({ roleid: t.Optional(roleid()) })

export const PermissionsPage = object({
  search: t.Optional(text(100)),
  userid: t.Optional(roleid()),
})
