import { changeRights } from '#server/access/change-rights.ts'
import { invalid } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'
import { ById, t } from '#server/http/fields.ts'
import { noSwapReply, redirect, saved, trigger } from '#server/http/reply.ts'
import { api, asyncAction, page, type Route } from '#server/http/route.ts'
import { allocateClaim } from './allocate-claim.ts'
import { describeRoleChange } from './describe-role-change.ts'
import { createGranter } from './granter.ts'
import { DeniedClaim, NewRole, RoleChange, RoleChangeById, RoleClaim } from './input.ts'
import { findRole, roleJson } from './read-role.ts'
import { addRole, changeRole } from './save-role.ts'

const saveRole = (c: Context, id: string, given: Parameters<typeof changeRole>[2]) =>
  changeRights(c, (tx, say) => {
    const before = findRole(c, tx.db, id)
    const summary = describeRoleChange(before, changeRole(tx, id, given))
    if (summary) say(summary)
    return roleJson(c, findRole(c, tx.db, id))
  })

export const rolesActions: Route[] = [
  ...asyncAction(
    { api: 'POST /api/auth/roles', page: 'POST /backoffice/roles' },
    { claim: 'roles.manage', body: NewRole, summary: 'Add a role, empty or as a copy.' },
    (c) =>
      changeRights(c, (tx, say) => {
        const role = addRole(tx, createGranter(c), c.body)
        say(`${role.name} added`)
        return roleJson(c, findRole(c, tx.db, role.id))
      }),
    ({ id }) => redirect(`/backoffice/claims?roleid=${id}`),
  ),

  ...asyncAction(
    { api: 'PATCH /api/auth/roles', page: 'PATCH /backoffice/roles/:id' },
    {
      claim: 'roles.manage',
      body: RoleChangeById,
      form: {
        params: ById,
        body: RoleChange,
        input: ({ params, body }) => ({ body: { ...body, id: params.id } }),
      },
      summary: 'Rename, archive or restore a role.',
    },
    (c) => {
      const { id, ...given } = c.body
      return saveRole(c, id, given)
    },
    ({ name }) => saved(`${name} saved`, 'roles'),
  ),

  page(
    'POST /backoffice/roles/:id/archive',
    { summary: 'Archives a role.', claim: 'roles.manage', params: ById },
    async (c) => {
      const { name } = await saveRole(c, c.params.id, { archived: true })
      return saved(`${name} archived`, 'roles', `/backoffice/roles/${c.params.id}/restore`)
    },
  ),

  page(
    'POST /backoffice/roles/:id/restore',
    { summary: 'Brings back a role.', claim: 'roles.manage', params: ById },
    async (c) => {
      const { name } = await saveRole(c, c.params.id, { archived: false })
      return saved(`${name} restored`, 'roles')
    },
  ),

  ...asyncAction(
    { api: 'POST /api/auth/roles/claims', page: 'POST /backoffice/claims' },
    {
      claim: 'roles.manage',
      body: RoleClaim,
      form: {
        body: RoleClaim,
        // A box that is not ticked sends nothing.
        input: ({ body }) => ({ body: { ...body, allowed: body.allowed ?? false } }),
      },
      summary: 'Allow a claim to a role; `allowed` false denies it.',
    },
    (c) => allocateClaim(c, { ...c.body, allowed: c.body.allowed ?? true }),
    () => noSwapReply({ 'HX-Trigger': trigger({ refresh: { table: 'roles' } }) }),
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
