import { and, asc, eq } from 'drizzle-orm'
import { nameIn } from '#db/queries/names.ts'
import { inventory } from '#db/schema/tenant/index.ts'
import { type Params, type RowOf, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'

const supplied = statement((q, p: Params<{ supplier: string; take: number; skip: number }>) =>
  q
    .select({ id: inventory.id, code: inventory.code, name: nameIn(inventory) })
    .from(inventory)
    .where(and(eq(inventory.supplier, p.supplier), eq(inventory.archived, false)))
    .orderBy(asc(inventory.code))
    .limit(p.take)
    .offset(p.skip),
)
export type SuppliedItem = RowOf<typeof supplied>

export const listSuppliedItems = (db: TenantDb, supplier: string, page: { take: number; skip: number }) =>
  supplied.all(db, { supplier, ...page })
