import { desc, eq, sql } from 'drizzle-orm'
import { roleclaims, roles } from '#db/schema/tenant/index.ts'
import { statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'
import { wordSortKeys } from '#db/word-order.ts'

export type RoleWithClaims = { id: string; name: string; archived: boolean; claims: readonly string[] }

const facts = statement((q) =>
  q
    .select({
      id: roles.id,
      name: roles.name,
      archived: roles.archived,
      claims: sql<string>`coalesce(group_concat(${roleclaims.claim}, ' '), '')`,
    })
    .from(roles)
    .leftJoin(roleclaims, eq(roleclaims.roleid, roles.id))
    .groupBy(roles.id)
    .orderBy(desc(roles.system), ...wordSortKeys(roles.name)),
)

export const listRolesWithClaims = (db: TenantDb): RoleWithClaims[] =>
  facts.all(db).map(({ claims, ...role }) => ({ ...role, claims: claims.split(' ').filter(Boolean) }))
