import { changeRights } from '#server/access/change-rights.ts'
import type { Context } from '#server/http/context.ts'
import { ById } from '#server/http/fields.ts'
import { redirect, saved } from '#server/http/reply.ts'
import { asyncAction, type Route } from '#server/http/route.ts'
import { describeRoleChange } from './describe-role-change.ts'
import { createGranter } from './granter.ts'
import { NewRole, RoleChange, RoleChangeById } from './input.ts'
import { findRole, roleJson } from './read-role.ts'
import { addRole, changeRole } from './save-role.ts'

/** Renames, archives or restores a role, and says so in the audit. */
export const saveRole = (c: Context, id: string, given: Parameters<typeof changeRole>[2]) =>
  changeRights(c, (tx, say) => {
    const before = findRole(c, tx.db, id)
    const words = describeRoleChange(before, changeRole(tx, id, given))
    if (words) say(words)
    return roleJson(c, findRole(c, tx.db, id))
  })

/** What changes a role, by its call and in its dialog. */
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
]
