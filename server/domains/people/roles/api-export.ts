import type { Claim } from '#server/access/claims.ts'
import { exportQuery, exportReply, singleBatch } from '#server/export/exported.ts'
import type { Context } from '#server/http/context.ts'
import { object } from '#server/http/fields.ts'
import { page, type Route } from '#server/http/route.ts'
import { pageTitle } from '#server/resources.ts'
import { claimGroups } from './claim-groups.ts'
import { buildClaimMatrix } from './claim-matrix.ts'
import { createGranter } from './granter.ts'
import { PermissionsPage, RoleList } from './input.ts'
import { roleLines } from './present.ts'

const claim = 'roles.manage'

const grantable = (c: Context) => createGranter(c).grantable

export const rolesExport: Route[] = [
  page(
    'GET /backoffice/roles/export',
    { summary: 'A file of roles.', claim, query: object({ ...RoleList.properties, ...exportQuery }) },
    (c) => {
      const { format, archived } = c.query
      const { title, roles } = c.read((db) => ({
        title: pageTitle(db, 'pages.backoffice.roles'),
        roles: roleLines(db, grantable(c), archived),
      }))
      return exportReply(c, format, {
        title,
        columns: [
          { head: 'Role' },
          { head: 'Rights', kind: 'number' },
          { head: 'Which claims' },
          { head: 'Held by' },
          { head: 'Archived' },
        ],
        batches: singleBatch(
          roles.map(({ name, claims, people, archived }) => [
            ...[name, claims.length, claims.join(', ')],
            ...[people.map(({ name }) => name).join(', '), archived],
          ]),
        ),
      })
    },
  ),

  page(
    'GET /admin/permissions/export',
    {
      summary: 'A file of roles and their claims.',
      claim,
      query: object({ ...PermissionsPage.properties, ...exportQuery }),
    },
    (c) => {
      const { format, ...query } = c.query
      const { title, rows } = c.read((db) => {
        const held = grantable(c)
        const groups = claimGroups([...held] as Claim[])
        return {
          title: pageTitle(db, 'pages.admin.permissions'),
          rows: buildClaimMatrix(db, roleLines(db, held), groups, query).rows,
        }
      })
      return exportReply(c, format, {
        title,
        columns: [
          { head: 'What can be done' },
          { head: 'Claim' },
          { head: 'About' },
          { head: 'Roles' },
          { head: 'People', kind: 'number' },
        ],
        batches: singleBatch(
          rows.map(({ words, claim, group, roles, people }) => [
            ...[words, claim, group, roles.map(({ name }) => name).join(', '), people],
          ]),
        ),
      })
    },
  ),
]
