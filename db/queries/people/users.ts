import { and, asc, eq, sql } from 'drizzle-orm'
import { roles, users } from '#db/schema/tenant/index.ts'
import type { TenantDb } from '#db/types.ts'

export const userById = (db: TenantDb, id: string) => db.select().from(users).where(eq(users.id, id)).get()

export const usersWithRole = (db: TenantDb, role: string) =>
  db
    .select({ id: users.id, firstname: users.firstname, lastname: users.lastname, email: users.email })
    .from(users)
    .innerJoin(roles, sql`EXISTS (SELECT 1 FROM json_each(${users.roles}) WHERE value = ${roles.id})`)
    .where(and(eq(roles.name, role), eq(users.archived, false)))
    .orderBy(asc(users.firstname))
    .all()

export const peopleRows = (db: TenantDb) =>
  db
    .select({
      id: users.id,
      firstname: users.firstname,
      lastname: users.lastname,
      email: users.email,
      archived: users.archived,
    })
    .from(users)
    .all()

/** Whoever is not archived. */
export const listActiveUsers = (db: TenantDb) =>
  db
    .select({ id: users.id, firstname: users.firstname, lastname: users.lastname, roles: users.roles })
    .from(users)
    .where(eq(users.archived, false))
    .all()
