import { inventory, jobs } from '#db/schema/tenant/index.ts'
import { type Params, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'

const laterItem = statement((q, p: Params<{ count: number }>) =>
  q.select({ id: inventory.id }).from(inventory).limit(1).offset(p.count),
)
const laterJob = statement((q, p: Params<{ count: number }>) =>
  q.select({ id: jobs.id }).from(jobs).limit(1).offset(p.count),
)

/** Without counting the others. */
export const hasMoreItems = (db: TenantDb, count: number) => laterItem.get(db, { count }) !== null

export const hasMoreJobs = (db: TenantDb, count: number) => laterJob.get(db, { count }) !== null
