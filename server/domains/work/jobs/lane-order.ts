import { laneList, readLaneOrder } from '#db/queries/work/jobs-lanes.ts'
import { laneChanges } from '#db/queries/work/jobs-on-lanes.ts'
import type { TenantDb } from '#db/types.ts'
import { cachedBy } from '#server/cache.ts'

// Of each open file: four boards, some 2 MB each where a lane has 25 000 jobs.
const LANES = 16
const cached = cachedBy(LANES)

/** Ids of the `count` jobs of a lane; read again only when its order has changed. */
export function laneOrder(db: TenantDb, boardid: string, status: number, count: number): readonly string[] {
  const listed = cached(db, `${boardid} ${status} ${laneChanges(db, boardid, status)}`, () =>
    JSON.parse(laneList(db, { boardid, status })),
  ) as string[]
  return listed.length === count ? listed : readLaneOrder(db, { boardid, status })
}
