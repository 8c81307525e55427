import type { TenantDb } from '#db/types.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { daysAfter } from '#server/dates.ts'
import {
  bracketDays,
  statsByAge,
  statsByAssignee,
  statsByCategory,
  statsByStatus,
} from '#server/domains/work/jobs/job-stats.ts'
import { jobFilter } from '#server/domains/work/jobs/list-jobs.ts'
import { keptRead } from '#server/kept-reads.ts'
import type { WorkFigures } from '#views/work/dashboard/plots.tsx'
import { readLeadTimes } from './lead-times.ts'
import { readLoad } from './load.ts'

/** Each figure is of the same jobs as the list that it leads to. */
export function readWork(db: TenantDb, viewer: Viewer, today: string): WorkFigures {
  const filter = jobFilter(db, viewer, {})
  const within = viewer.claims.has('jobs.read') && viewer.locations === null
  const withpeople = within && viewer.claims.has('workers.read')
  const key = `work ${today} ${JSON.stringify([within, withpeople, filter])}`
  return keptRead(db, key, () => ({
    lanes: statsByStatus(db, filter),
    ages: statsByAge(db, filter, db.now()).map((bracket) => ({ ...bracket, ...bracketDays(bracket, today) })),
    categories: statsByCategory(db, filter),
    assignees: withpeople ? statsByAssignee(db, filter) : undefined,
    load: within
      ? readLoad(db, viewer, today).map((day) => ({
          ...day,
          next: day.date ? daysAfter(day.date, 1) : today,
        }))
      : undefined,
    leads: within ? readLeadTimes(db, viewer) : undefined,
  }))
}
