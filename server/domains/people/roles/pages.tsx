import { listHistory } from '#db/queries/history.ts'
import { roles } from '#db/schema/tenant/index.ts'
import type { TenantDb } from '#db/types.ts'
import { changeRights } from '#server/access/audited.ts'
import type { Claim } from '#server/access/claims.ts'
import { notFound } from '#server/errors.ts'
import type { Context } from '#server/http/context.ts'
import { ById, id, t } from '#server/http/fields.ts'
import { dialogOver, nothing, redirect, saved, trigger, view } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { find } from '#server/records.ts'
import { pageTitle } from '#server/resources.ts'
import type { Services } from '#server/services.ts'
import { asFormErrors } from '#server/version-conflict.ts'
import { zoneOf } from '#server/zone.ts'
import { Claims } from '#views/people/roles/claims.tsx'
import { RoleDialog } from '#views/people/roles/dialog.tsx'
import { Roles } from '#views/people/roles/list.tsx'
import { Permissions } from '#views/people/roles/permissions.tsx'
import { allocationWords, allowClaim } from './allow-claim.ts'
import { rolesExport } from './api-export.ts'
import { claimGroups } from './claim-groups.ts'
import { granterOf } from './granter.ts'
import { ClaimSwitch, ClaimsPage, NewRole, PermissionsPage, RoleChange, RoleList } from './input.ts'
import { permissionsOf } from './permissions-of.ts'
import { roleLines } from './present.ts'
import { addRole, changeRole } from './save-role.ts'
import { changeWords } from './words.ts'

const PATH = '/backoffice/roles'
const manage = { claim: 'roles.manage' } as const

/** The Role Manager, the allocation of claims, and who may do what because of both. */
export const rolesPages = (services: Services): Route[] => {
  const granter = (c: Context) => granterOf(c.person, services.config.singleaccount)
  const lines = (c: Context, db: TenantDb, archived = false) => roleLines(db, granter(c).grantable, archived)

  const list = (c: Context, archived = false) =>
    c.read((db) => {
      const title = pageTitle(db, 'pages.backoffice.roles')
      const of = granter(c).grantable.size
      return view(
        <Roles
          title={title}
          archived={archived}
          of={of}
          rows={lines(c, db, archived)}
          canexport={c.can('records.export')}
        />,
        { title, page: 'pages.backoffice.roles' },
      )
    })

  const dialog = (c: Context, db: TenantDb, roleid: string) => {
    const role = lines(c, db, true).find((one) => one.id === roleid)
    if (!role) throw notFound('role')
    return <RoleDialog role={role} history={listHistory(db, 'roles', roleid)} zone={zoneOf(db)} />
  }

  const change = (c: Context, id: string, given: Parameters<typeof changeRole>[2]) =>
    changeRights(c, (tx, say) => {
      const before = find(tx.db, roles, id)
      const after = changeRole(tx, id, given)
      const words = changeWords(before, after)
      if (words) say(words)
      return after
    })

  return [
    ...rolesExport(services),

    page('GET /admin/permissions', { ...manage, query: PermissionsPage }, (c) =>
      c.read((db) => {
        const title = pageTitle(db, 'pages.admin.permissions')
        const groups = claimGroups([...granter(c).grantable] as Claim[])
        const found = permissionsOf(db, lines(c, db), groups, c.query)
        return view(
          <Permissions title={title} {...found} query={c.query} canexport={c.can('records.export')} />,
          { title, page: 'pages.admin.permissions' },
        )
      }),
    ),

    page(`GET ${PATH}`, { ...manage, query: RoleList }, (c) => list(c, c.query.archived)),

    page(`GET ${PATH}/new`, { ...manage, query: t.Object({ copyof: t.Optional(id()) }) }, (c) =>
      dialogOver(
        c,
        c.read((db) => <RoleDialog others={lines(c, db)} copyof={c.query.copyof} zone={zoneOf(db)} />),
        () => list(c),
      ),
    ),

    page(`POST ${PATH}`, { ...manage, body: NewRole }, async (c) => {
      const { id } = await changeRights(c, (tx, say) => {
        const role = addRole(tx, granter(c), { ...c.body, id: undefined })
        say(`${role.name} added`)
        return role
      })
      return redirect(`/backoffice/claims?roleid=${id}`)
    }),

    page(`GET ${PATH}/:id`, { ...manage, params: ById }, (c) =>
      dialogOver(
        c,
        c.read((db) => dialog(c, db, c.params.id)),
        () => list(c),
      ),
    ),

    page(`PATCH ${PATH}/:id`, { ...manage, params: ById, body: RoleChange }, async (c) => {
      const { name } = await change(c, c.params.id, c.body).catch(asFormErrors)
      return saved(`${name} saved`, 'roles')
    }),

    page(`POST ${PATH}/:id/archive`, { ...manage, params: ById }, async (c) => {
      const { name } = await change(c, c.params.id, { archived: true })
      return saved(`${name} archived`, 'roles', `${PATH}/${c.params.id}/restore`)
    }),

    page(`POST ${PATH}/:id/restore`, { ...manage, params: ById }, async (c) => {
      const { name } = await change(c, c.params.id, { archived: false })
      return saved(`${name} restored`, 'roles')
    }),

    page('GET /backoffice/claims', { ...manage, query: ClaimsPage }, (c) =>
      c.read((db) => {
        const title = pageTitle(db, 'pages.backoffice.claims')
        const { claims: held, grantable } = granter(c)
        const roles = lines(c, db)
        const chosen = roles.find((one) => one.id === c.query.roleid) ?? roles.find((one) => !one.system)
        const groups = claimGroups([...grantable] as Claim[])
        return view(
          <Claims
            title={title}
            roles={roles}
            groups={groups}
            held={held}
            role={chosen}
            own={c.person.roles}
          />,
          {
            title,
            page: 'pages.backoffice.claims',
          },
        )
      }),
    ),

    page('POST /backoffice/claims', { ...manage, body: ClaimSwitch }, async (c) => {
      const { roleid, claim, allowed = false } = c.body
      await changeRights(c, (tx, say) => {
        const { role, changed } = allowClaim(tx, granter(c), { roleid, claim, allowed })
        if (changed) say(allocationWords(role, claim, allowed))
      })
      return nothing({ 'HX-Trigger': trigger({ refresh: { table: 'roles' } }) })
    }),
  ]
}
