import { listDueJobs } from '#db/queries/work/due-jobs.ts'
import { stepProgress } from '#db/queries/work/job-steps.ts'
import { countWorkers } from '#db/queries/work/workers.ts'
import type { TenantDb } from '#db/types.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { daysAfter } from '#server/dates.ts'
import { standardMinutes } from '#server/domains/work/jobs/job-totals.ts'
import { findDayOff, readWorkingTime } from '#server/working-time.ts'

const DAYS = 14

type LoadDay = {
  /** Null: all days before today. */
  date: string | null
  jobs: number
  minutes: number
  /** Those of the jobs that have neither a scheduled nor a standard time. */
  untimed: number
  /** What the people here can work on that day; of those before today nothing is left. */
  capacity: number
}

/**
 * Scheduled minutes of approved jobs, else their standard ones, by the day on which they are due, for two weeks from
 * today: of each job the share of its steps that is still open, or all of it where it has none.
 */
export function readLoad(db: TenantDb, viewer: Viewer, today: string): LoadDay[] {
  const dates = Array.from({ length: DAYS }, (_, n) => daysAfter(today, n))
  const due = listDueJobs(db, { boards: [...viewer.boards.keys()], before: daysAfter(today, DAYS) })
  const ids = due.map(({ id }) => id)
  const standard = standardMinutes(db, ids)
  const progress = stepProgress(db, ids)
  const time = readWorkingTime(db)
  const people = countWorkers(db)
  const capacity = (date: string) => (findDayOff(time, date) ? 0 : people * time.minutes)
  const byDay = Map.groupBy(due, ({ finish }) => (finish < today ? null : finish))
  return [null, ...dates].map((date) => {
    const jobs = byDay.get(date) ?? []
    const times = jobs.map(({ id, scheduledminutes }) => scheduledminutes ?? standard.get(id))
    const minutes = jobs.reduce((sum, { id }, at) => {
      const { total, done } = progress.get(id) ?? { total: 0, done: 0 }
      return sum + (times[at] ?? 0) * (total === 0 ? 1 : (total - done) / total)
    }, 0)
    return {
      ...{ date, jobs: jobs.length, minutes: Math.round(minutes) },
      untimed: times.filter((time) => time === undefined).length,
      capacity: date ? capacity(date) : 0,
    }
  })
}
