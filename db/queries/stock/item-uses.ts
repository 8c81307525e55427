import { and, desc, eq, or, type Placeholder, sql } from 'drizzle-orm'
import {
  isVisible,
  type JobScope,
  type LinePage,
  type ScopeShape,
  type ScopeValues,
  scopeValues,
} from '#db/queries/work/visible-jobs.ts'
import { clients, inventory, jobs, materials } from '#db/schema/tenant/index.ts'
import { filtered, type GivenParams } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'

type Values = ScopeValues & LinePage & { inventoryid: string }

// The index of a line's item is in the order of rows: nothing is sorted, however often an item is used.
const uses = filtered((q, p: GivenParams<Values>, shape: ScopeShape) =>
  q
    .select({
      id: materials.id,
      reference: jobs.reference,
      description: jobs.description,
      boardid: jobs.boardid,
      status: jobs.status,
      created: jobs.created,
      client: clients.name,
      estimated: materials.estimated,
      consumed: materials.consumed,
      unit: sql<string>`coalesce(nullif(${materials.unit}, ''), ${inventory.baseunit})`,
    })
    .from(materials)
    .innerJoin(jobs, eq(jobs.id, materials.jobid))
    .innerJoin(inventory, eq(inventory.id, materials.inventoryid))
    .leftJoin(clients, eq(clients.id, jobs.client))
    .where(
      and(
        eq(materials.inventoryid, p.inventoryid as Placeholder),
        eq(materials.archived, false),
        or(sql`${materials.consumed} <> 0`, sql`${materials.estimated} <> 0`),
        isVisible(p, shape),
      ),
    )
    .orderBy(desc(sql`${materials}.rowid`))
    .limit(p.take as Placeholder)
    .offset(p.skip as Placeholder),
)

/** Lines of jobs with the item, the last added first. */
export const listItemUses = (db: TenantDb, inventoryid: string, scope: JobScope, page: LinePage) =>
  uses.all(db, { ...scopeValues(scope), ...page, inventoryid }, { removed: scope.removed })
