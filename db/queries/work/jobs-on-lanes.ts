import { eq } from 'drizzle-orm'
import { lane_figures } from '#db/schema/tenant/index.ts'
import { type Params, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'

const figures = statement((q, p: Params<{ boardid: string }>) =>
  q
    .select({
      status: lane_figures.status,
      completed: lane_figures.completed,
      jobs: lane_figures.jobs,
      quotedcents: lane_figures.quotedcents,
    })
    .from(lane_figures)
    .where(eq(lane_figures.boardid, p.boardid)),
)

/** Of all jobs of a board's lanes, by lane and day of completion, '' before. */
export const laneFigures = (db: TenantDb, boardid: string) => figures.all(db, { boardid })
