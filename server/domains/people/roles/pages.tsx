import { listHistory } from '#db/queries/history.ts'
import type { TenantDb } from '#db/types.ts'
import type { Claim } from '#server/access/claims.ts'
import type { Context } from '#server/http/context.ts'
import { ById, id, t } from '#server/http/fields.ts'
import { dialogReply, view } from '#server/http/reply.ts'
import { page, type Route } from '#server/http/route.ts'
import { pageTitle } from '#server/resources.ts'
import { readZone } from '#server/zone.ts'
import { Claims } from '#views/people/roles/claims.tsx'
import { RoleDialog } from '#views/people/roles/dialog.tsx'
import { Roles } from '#views/people/roles/list.tsx'
import { Permissions } from '#views/people/roles/permissions.tsx'
import { rolesExport } from './api-export.ts'
import { claimGroups } from './claim-groups.ts'
import { buildClaimMatrix } from './claim-matrix.ts'
import { createGranter } from './granter.ts'
import { ClaimsPage, PermissionsPage, RoleList } from './input.ts'
import { roleLines } from './present.ts'
import { findRole } from './read-role.ts'

const PATH = '/backoffice/roles'
const manage = { claim: 'roles.manage' } as const

const readLines = (c: Context, db: TenantDb, archived = false) =>
  roleLines(db, createGranter(c).grantable, archived)

const listPage = (c: Context, archived = false) =>
  c.read((db) => {
    const title = pageTitle(db, 'pages.backoffice.roles')
    const of = createGranter(c).grantable.size
    return view(
      <Roles
        title={title}
        archived={archived}
        of={of}
        url={c.url.pathname === PATH ? PATH + c.url.search : PATH}
        rows={readLines(c, db, archived)}
        canexport={c.can('records.export')}
      />,
      { title, page: 'pages.backoffice.roles' },
    )
  })

const roleDialog = (c: Context, db: TenantDb, roleid: string) => (
  <RoleDialog role={findRole(c, db, roleid)} history={listHistory(db, 'roles', roleid)} zone={readZone(db)} />
)

export const rolesPages: Route[] = [
  ...rolesExport,

  page(
    'GET /admin/permissions',
    { ...manage, query: PermissionsPage, summary: 'Which role may do what.' },
    (c) =>
      c.read((db) => {
        const title = pageTitle(db, 'pages.admin.permissions')
        const groups = claimGroups([...createGranter(c).grantable] as Claim[])
        const found = buildClaimMatrix(db, readLines(c, db), groups, c.query)
        return view(
          <Permissions
            title={title}
            {...found}
            query={c.query}
            url={c.url.pathname + c.url.search}
            canexport={c.can('records.export')}
          />,
          { title, page: 'pages.admin.permissions' },
        )
      }),
  ),

  page(`GET ${PATH}`, { summary: 'Lists the roles of the account.', ...manage, query: RoleList }, (c) =>
    listPage(c, c.query.archived),
  ),

  page(
    `GET ${PATH}/new`,
    { summary: 'The empty dialog of a role.', ...manage, query: t.Object({ copyof: t.Optional(id()) }) },
    (c) =>
      dialogReply(
        c,
        c.read((db) => <RoleDialog others={readLines(c, db)} copyof={c.query.copyof} zone={readZone(db)} />),
        () => listPage(c),
      ),
  ),

  page(`GET ${PATH}/:id`, { summary: 'The dialog of a role.', ...manage, params: ById }, (c) =>
    dialogReply(
      c,
      c.read((db) => roleDialog(c, db, c.params.id)),
      () => listPage(c),
    ),
  ),

  page('GET /backoffice/claims', { ...manage, query: ClaimsPage, summary: 'Rights of roles.' }, (c) =>
    c.read((db) => {
      const title = pageTitle(db, 'pages.backoffice.claims')
      const { claims: held, grantable } = createGranter(c)
      const roles = readLines(c, db)
      const chosen = roles.find((one) => one.id === c.query.roleid) ?? roles.find((one) => !one.system)
      const groups = claimGroups([...grantable] as Claim[])
      return view(
        <Claims title={title} roles={roles} groups={groups} held={held} role={chosen} own={c.person.roles} />,
        {
          title,
          page: 'pages.backoffice.claims',
        },
      )
    }),
  ),
]
