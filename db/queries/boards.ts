import { and, asc, eq } from 'drizzle-orm'
import { boards } from '#db/schema/tenant/index.ts'
import type { TenantDb } from '#db/types.ts'

export const menuBoards = (db: TenantDb) =>
  db
    .select({ id: boards.id, name: boards.name, slug: boards.slug })
    .from(boards)
    .where(eq(boards.archived, false))
    .orderBy(asc(boards.rank), asc(boards.name))
    .all()

export const boardBySlug = (db: TenantDb, slug: string) =>
  db
    .select()
    .from(boards)
    .where(and(eq(boards.slug, slug), eq(boards.archived, false)))
    .get()
