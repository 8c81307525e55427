import { and, eq, ne, type SQL, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { boards, categories, clients, inventory, organisations, users } from '#db/schema/tenant/index.ts'
import { isTrue, type RowOf, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'

const any = (table: SQLiteTable, where: SQL | undefined = sql`true`) =>
  isTrue(sql`EXISTS (SELECT 1 FROM ${table} WHERE ${where})`)

const done = statement((q) =>
  q
    .select({
      // Setup gives it a name, and no paper is whole with that alone.
      organisations: any(
        organisations,
        and(
          eq(organisations.archived, false),
          ne(organisations.addressline1, ''),
          ne(organisations.bank, ''),
        ),
      ),
      boards: any(boards, eq(boards.archived, false)),
      categories: any(categories, and(eq(categories.jobcategory, true), eq(categories.archived, false))),
      inventory: any(inventory),
      clients: any(clients),
      people: isTrue(sql`(SELECT count(*) FROM ${users} WHERE ${eq(users.archived, false)}) > 1`),
    })
    .from(sql`(VALUES (1))`),
)
export type FirstStepsDone = RowOf<typeof done>

export const readFirstStepsDone = (db: TenantDb): FirstStepsDone => done.get(db) as FirstStepsDone
