import { readPosition } from '#db/queries/position.ts'
import type { JobMark } from '#db/queries/work/jobs.ts'
import { listMarksOnLanes } from '#db/queries/work/jobs-lanes.ts'
import type { TenantDb } from '#db/types.ts'
import { cachedBy } from '#server/cache.ts'

const BOARDS = 8
const cached = cachedBy(BOARDS, (db: TenantDb) => readPosition(db).seq)

export const cachedMarks = (db: TenantDb, boardid: string): JobMark[] =>
  cached(db, boardid, () => listMarksOnLanes(db, boardid))
