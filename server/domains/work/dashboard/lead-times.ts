import { laneStatuses } from '#db/job-status.ts'
import { listLaneStays } from '#db/queries/work/lane-stays.ts'
import type { TenantDb } from '#db/types.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { daysAfter } from '#server/dates.ts'
import { statusName } from '#server/domains/work/jobs/status.ts'
import { readToday, readZone, startOfDay } from '#server/zone.ts'

/** Days that the times look back. */
export const LEAD_DAYS = 90

/** What was left since then counts. */
export const leadTimesSince = (db: TenantDb): string =>
  startOfDay(daysAfter(readToday(db), -LEAD_DAYS), readZone(db))

/** Of each lane how many jobs left it, and in seconds the time that half and 85 % of them had stood there at most. */
export function readLeadTimes(db: TenantDb, viewer: Viewer) {
  const stays = listLaneStays(db, { boards: [...viewer.boards.keys()], from: leadTimesSince(db) })
  const byLane = Map.groupBy(stays, ({ status }) => status)
  return laneStatuses.map((status) => {
    const seconds = (byLane.get(status) ?? []).map((stay) => stay.seconds).sort((a, b) => a - b)
    return {
      status,
      name: statusName(db, status),
      count: seconds.length,
      median: percentile(seconds, 50),
      most: percentile(seconds, 85),
    }
  })
}

/** By nearest rank: one of the values, of which that share is no larger. Null of none. */
export const percentile = (sorted: readonly number[], percent: number): number | null =>
  sorted[Math.max(Math.ceil((sorted.length * percent) / 100), 1) - 1] ?? null
