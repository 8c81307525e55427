import { and, asc, eq, sql } from 'drizzle-orm'
import { board_workers, workers } from '#db/schema/tenant/index.ts'
import type { TenantDb } from '#db/types.ts'

/** Who can be given its jobs and steps: its own workers; where it names none, all there are. */
export const listBoardWorkers = (db: TenantDb, boardid: string) =>
  db
    .select({ id: workers.id, name: workers.name, code: workers.code, userid: workers.userid })
    .from(workers)
    .where(
      and(
        eq(workers.archived, false),
        sql`(${workers.id} IN (SELECT workerid FROM ${board_workers} WHERE boardid = ${boardid})
          OR NOT EXISTS (SELECT 1 FROM ${board_workers} WHERE boardid = ${boardid}))`,
      ),
    )
    .orderBy(asc(workers.name))
    .all()
