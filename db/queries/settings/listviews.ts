import { asc, eq } from 'drizzle-orm'
import { list_views, workers } from '#db/schema/tenant/index.ts'
import { type Params, type RowOf, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'

const inUse = statement((q) =>
  q
    .select({
      id: list_views.id,
      version: list_views.version,
      list: list_views.list,
      name: list_views.name,
      query: list_views.query,
      userid: list_views.userid,
      roleid: list_views.roleid,
      opens: list_views.opens,
    })
    .from(list_views)
    .where(eq(list_views.archived, false))
    .orderBy(asc(list_views.id)),
)
export type ListViewRow = RowOf<typeof inUse>

/** Unsorted: the order of names in SQL would take 54 kB of memory in each account that looks at a list. */
export const allListViews = (db: TenantDb): ListViewRow[] => inUse.all(db)

const workerOfUser = statement((q, p: Params<{ userid: string }>) =>
  q
    .select({ id: workers.id })
    .from(workers)
    .where(eq(workers.userid, p.userid))
    .orderBy(asc(workers.archived), asc(workers.id))
    .limit(1),
)

/** As whom a person works; null for whoever has no such record. */
export const findOwnWorker = (db: TenantDb, userid: string): string | null =>
  workerOfUser.get(db, { userid })?.id ?? null
