import { forbidden } from '#server/errors.ts'
import { listData } from '#server/http/reply.ts'
import { api, type Route } from '#server/http/route.ts'
import { createGranter } from './granter.ts'
import { RoleList } from './input.ts'
import { roleLines } from './present.ts'
import { roleJson } from './read-role.ts'

export const rolesApi: Route[] = [
  api(
    'GET /api/auth/roles',
    {
      claim: 'seat',
      query: RoleList,
      summary: 'Roles of my account and who holds them, for whoever manages roles or people.',
    },
    (c) => {
      if (!c.can('roles.manage') && !c.can('users.manage')) throw forbidden()
      const lines = c.read((db) => roleLines(db, createGranter(c).grantable, c.query.archived))
      return listData(lines.map((line) => roleJson(c, line)))
    },
  ),
]
