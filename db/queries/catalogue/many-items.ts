import { inventory } from '#db/schema/tenant/index.ts'
import { type Params, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'

const later = statement((q, p: Params<{ count: number }>) =>
  q.select({ id: inventory.id }).from(inventory).limit(1).offset(p.count),
)

/** Without counting the others. */
export const hasMoreItems = (db: TenantDb, count: number) => later.get(db, { count }) !== null
