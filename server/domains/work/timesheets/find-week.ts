import { jobStepById, workerOfUser } from '#db/queries/work/job-steps.ts'
import { cardRows } from '#db/queries/work/jobs.ts'
import { listOpenWeeks, listSubmittedWeeks } from '#db/queries/work/time-weeks.ts'
import { listWorkers } from '#db/queries/work/workers.ts'
import type { TenantDb } from '#db/types.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { daysAfter, startOfWeek } from '#server/dates.ts'
import { visibleJob } from '#server/domains/work/jobs/find-job.ts'
import { forbidden, notFound } from '#server/errors.ts'
import { readToday } from '#server/zone.ts'
import { toMinutes } from '../timesheet/intervals.ts'
import { readWeekTime } from './week-time.ts'

/** How far back weeks that nobody submitted are told of. */
export const WEEKS_BACK = 8

/** Whose weeks somebody may look at: their own, or those of all. */
export function readableWorkers(db: TenantDb, viewer: Viewer, userid: string) {
  const own = workerOfUser(db, userid)?.id ?? null
  const workers = viewer.claims.has('timesheet.manage') ? listWorkers(db) : []
  return { own, workers }
}

/**
 * Whose week stands open at first: one's own. None, for who may see all and has no time in it: an owner who books none
 * asks how long the others worked, and what is added to the week of one of them would be that person's.
 */
export function firstWorkerShown(
  db: TenantDb,
  { own, workers }: ReturnType<typeof readableWorkers>,
  date: string,
) {
  const others = workers.some(({ id }) => id !== own)
  if (!own || !others) return own
  const { parts } = readWeekTime(db, own, startOfWeek(date))
  return parts.length > 0 ? own : null
}

/** @throws 403 for the week of somebody else, without the right to those of all */
export function permitSheet(db: TenantDb, viewer: Viewer, userid: string, workerid: string) {
  if (viewer.claims.has('timesheet.manage') || workerOfUser(db, userid)?.id === workerid) return
  throw forbidden('You may see your own weeks alone, as the worker who signs in as you.')
}

type Asked = { jobid?: string | null; stepid?: string | null }

/** What a cell stands for. @throws 404 */
export function findCellJob(db: TenantDb, viewer: Viewer, { jobid, stepid }: Asked) {
  if (!jobid) return {}
  const { id, reference } = visibleJob(db, viewer, jobid)
  const step = stepid ? jobStepById(db, stepid) : null
  if (stepid && step?.jobid !== id) throw notFound('step')
  return {
    job: { id, reference, description: cardRows(db, [id])[0]?.description ?? '' },
    step: step ? { id: step.id, name: step.name } : undefined,
  }
}

const inMinutes = <Week extends { seconds: number }>({ seconds, ...week }: Week) => ({
  ...week,
  minutes: toMinutes(seconds),
})

export const waitingWeeks = (db: TenantDb) => listSubmittedWeeks(db).map(inMinutes)

/** Of weeks that are over. */
export function openWeeks(db: TenantDb) {
  const monday = startOfWeek(readToday(db))
  return listOpenWeeks(db, daysAfter(monday, -7 * WEEKS_BACK), daysAfter(monday, -1)).map(inMinutes)
}
