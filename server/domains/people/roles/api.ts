import type { TenantDb } from '#db/types.ts'
import { changeRights } from '#server/access/audited.ts'
import { invalid, notFound } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'
import { t } from '#server/http/fields.ts'
import { listed } from '#server/http/reply.ts'
import { api, type Route } from '#server/http/route.ts'
import type { Services } from '#server/services.ts'
import { allocationWords, allowClaim } from './allow-claim.ts'
import { granterOf } from './granter.ts'
import { DeniedClaim, NewRole, RoleChangeById, RoleClaim, RoleList } from './input.ts'
import { type RoleLine, roleLines } from './present.ts'
import { addRole, changeRole } from './save-role.ts'
import { changeWords } from './words.ts'

/** Roles and their claims (spec 1, section 6): those of the caller's own account, and no others. */
export const rolesApi = (services: Services): Route[] => {
  const granter = (c: Context) => granterOf(c.person, services.config.singleaccount)
  const shown = (c: Context) => {
    const seesPeople = c.can('roles.manage') || c.can('users.manage')
    return ({ id, name, version, archived, claims, people }: RoleLine) => ({
      id,
      name,
      version,
      archived,
      accountid: c.person.accountid,
      claims,
      ...(seesPeople ? { people } : {}),
    })
  }
  const readRole = (c: Context, db: TenantDb, id: string) => {
    const role = roleLines(db, granter(c).grantable, true).find((one) => one.id === id)
    if (!role) throw notFound('role')
    return shown(c)(role)
  }
  const allocate = (c: Context, roleid: string, claim: string, allowed: boolean) =>
    changeRights(c, (tx, say) => {
      const { role, changed } = allowClaim(tx, granter(c), { roleid, claim, allowed })
      if (changed) say(allocationWords(role, claim, allowed))
      return readRole(c, tx.db, roleid)
    })

  return [
    api(
      'GET /api/auth/roles',
      {
        claim: 'seat',
        query: RoleList,
        summary: 'Roles of my account; who holds them, for whoever manages roles or people.',
      },
      (c) => {
        const lines = c.read((db) => roleLines(db, granter(c).grantable, c.query.archived))
        return listed(lines.map(shown(c)))
      },
    ),

    api(
      'POST /api/auth/roles',
      { claim: 'roles.manage', body: NewRole, summary: 'Add a role, empty or as a copy.' },
      (c) =>
        changeRights(c, (tx, say) => {
          const role = addRole(tx, granter(c), c.body)
          say(`${role.name} added`)
          return readRole(c, tx.db, role.id)
        }),
    ),

    api(
      'PATCH /api/auth/roles',
      {
        claim: 'roles.manage',
        body: RoleChangeById,
        summary: 'Rename, archive or restore a role.',
      },
      (c) =>
        changeRights(c, (tx, say) => {
          const { id, ...given } = c.body
          const before = readRole(c, tx.db, id)
          const words = changeWords(before, changeRole(tx, id, given))
          if (words) say(words)
          return readRole(c, tx.db, id)
        }),
    ),

    api(
      'POST /api/auth/roles/claims',
      { claim: 'roles.manage', body: RoleClaim, summary: 'Allow a claim to a role.' },
      (c) => allocate(c, c.body.roleid, c.body.claim, true),
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
        return allocate(c, roleid, claim, false)
      },
    ),
  ]
}
