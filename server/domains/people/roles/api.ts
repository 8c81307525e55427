import { invalid } from '#server/errors.ts'
import { t } from '#server/http/fields.ts'
import { listData } from '#server/http/reply.ts'
import { api, type Route } from '#server/http/route.ts'
import { allocateClaim } from './allocate-claim.ts'
import { createGranter } from './granter.ts'
import { DeniedClaim, RoleClaim, RoleList } from './input.ts'
import { roleLines } from './present.ts'
import { roleJson } from './read-role.ts'

/** Roles and their claims (spec 1, section 6): those of the caller's own account, and no others. */
export const rolesApi: Route[] = [
  api(
    'GET /api/auth/roles',
    {
      claim: 'seat',
      query: RoleList,
      summary: 'Roles of my account; who holds them, for whoever manages roles or people.',
    },
    (c) => {
      const lines = c.read((db) => roleLines(db, createGranter(c).grantable, c.query.archived))
      return listData(lines.map((line) => roleJson(c, line)))
    },
  ),

  api(
    'POST /api/auth/roles/claims',
    { claim: 'roles.manage', body: RoleClaim, summary: 'Allow a claim to a role.' },
    (c) => allocateClaim(c, { ...c.body, allowed: true }),
  ),

  api(
    'DELETE /api/auth/roles/claims',
    {
      claim: 'roles.manage',
      query: DeniedClaim,
      body: t.Optional(DeniedClaim),
      summary: 'Deny a claim to a role.',
    },
    (c) => {
      const { roleid, claim } = { ...c.query, ...c.body }
      if (!roleid) throw invalid({ roleid: 'This is required.' })
      if (!claim) throw invalid({ claim: 'This is required.' })
      return allocateClaim(c, { roleid, claim, allowed: false })
    },
  ),
]
