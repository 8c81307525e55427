import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { roleclaims, roles, users } from '#db/schema/tenant/index.ts'
import { prepared } from '#db/sqlite.ts'
import { type Params, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'
import { wordSortKeys } from '#db/word-order.ts'

export function listRolesAndClaims(db: TenantDb, ids: string[]): { names: string[]; claims: string[] } {
  if (ids.length === 0) return { names: [], claims: [] }
  const inUse = and(inArray(roles.id, ids), eq(roles.archived, false))
  const names = db.select({ name: roles.name }).from(roles).where(inUse).orderBy(asc(roles.name)).all()
  const held = db
    .selectDistinct({ claim: roleclaims.claim })
    .from(roleclaims)
    .innerJoin(roles, eq(roles.id, roleclaims.roleid))
    .where(inUse)
    .all()
  return { names: names.map((row) => row.name), claims: held.map((row) => row.claim) }
}

export type RoleRow = typeof roles.$inferSelect & { claims: string[] }

export function allRoles(db: TenantDb, archived = false): RoleRow[] {
  const held = Map.groupBy(db.select().from(roleclaims).all(), ({ roleid }) => roleid)
  return db
    .select()
    .from(roles)
    .where(archived ? undefined : eq(roles.archived, false))
    .orderBy(asc(roles.archived), ...wordSortKeys(roles.name))
    .all()
    .map((role) => ({ ...role, claims: (held.get(role.id) ?? []).map(({ claim }) => claim) }))
}

export const roleByName = (db: TenantDb, name: string) =>
  db.select().from(roles).where(sql`${roles.name} = ${name} COLLATE NOCASE`).get()

export const countRoles = (db: TenantDb) => db.select({ id: roles.id }).from(roles).all().length

const claimsOfRole = statement((q, p: Params<{ roleid: string }>) =>
  q
    .select({ claim: roleclaims.claim })
    .from(roleclaims)
    .where(eq(roleclaims.roleid, p.roleid))
    .orderBy(asc(roleclaims.claim)),
)

export const listRoleClaims = (db: TenantDb, roleid: string): string[] =>
  claimsOfRole.all(db, { roleid }).map(({ claim }) => claim)

export const insertClaims = (db: TenantDb, roleid: string, claims: readonly string[]) =>
  prepared(db, 'INSERT OR IGNORE INTO roleclaims (roleid, claim) SELECT ?1, value FROM json_each(?2)').run([
    roleid,
    JSON.stringify(claims),
  ])

export const deleteClaim = (db: TenantDb, roleid: string, claim: string) =>
  prepared(db, 'DELETE FROM roleclaims WHERE roleid = ? AND claim = ?').run([roleid, claim])

export type RoleHolder = { id: string; name: string; email: string; roleids: string[] }

const fullname = sql<string>`trim(${users.firstname} || ' ' || ${users.lastname})`

const withRoles = statement((q) =>
  q
    .select({ id: users.id, name: fullname, email: users.email, roles: users.roles })
    .from(users)
    .where(eq(users.archived, false))
    .orderBy(...wordSortKeys(sql`coalesce(nullif(${fullname}, ''), ${users.email})`), asc(users.email)),
)

export const listRoleHolders = (db: TenantDb): RoleHolder[] =>
  withRoles.all(db).map(({ roles, name, ...one }) => ({
    ...one,
    name: name || one.email,
    roleids: JSON.parse(roles) as string[],
  }))
