import { and, asc, eq } from 'drizzle-orm'
import { board_workers, workers } from '#db/schema/tenant/index.ts'
import type { TenantDb } from '#db/types.ts'

export const listBoardWorkers = (db: TenantDb, boardid: string) =>
  db
    .select({ id: workers.id, name: workers.name, code: workers.code, userid: workers.userid })
    .from(board_workers)
    .innerJoin(workers, eq(workers.id, board_workers.workerid))
    .where(and(eq(board_workers.boardid, boardid), eq(workers.archived, false)))
    .orderBy(asc(workers.name))
    .all()
