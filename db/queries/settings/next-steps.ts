import { and, asc, desc, eq, ne, type SQL, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import {
  boards,
  categories,
  clients,
  inventory,
  organisations,
  sample_prices,
  users,
} from '#db/schema/tenant/index.ts'
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
      // What setup brought stands there with sample prices until somebody says theirs.
      inventory: any(
        inventory,
        sql`NOT EXISTS (SELECT 1 FROM ${sample_prices} AS s
          WHERE s.inventoryid = ${inventory.id} AND s.confirmed = 0 AND s.price = ${inventory.rate})`,
      ),
      clients: any(clients),
      people: isTrue(sql`(SELECT count(*) FROM ${users} WHERE ${eq(users.archived, false)}) > 1`),
    })
    .from(sql`(VALUES (1))`),
)
const firm = statement((q) =>
  q
    .select({ id: organisations.id })
    .from(organisations)
    .where(eq(organisations.archived, false))
    .orderBy(desc(organisations.flagdefault), asc(organisations.name))
    .limit(1),
)

/** The default organisation, else the first by name. */
export const findFirm = (db: TenantDb): string | undefined => firm.get(db)?.id

export type FirstStepsDone = RowOf<typeof done>

export const readFirstStepsDone = (db: TenantDb): FirstStepsDone => done.get(db) as FirstStepsDone
