import { findScheduledJob, listPlannedJobs, listWorkersById } from '#db/queries/work/schedule.ts'
import { findBoardWorker } from '#db/queries/work/workers.ts'
import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import { canSeeJobAt, type Viewer } from '#server/access/viewer.ts'
import { daysBetween } from '#server/dates.ts'
import { getEditableJob } from '#server/domains/work/jobs/find-job.ts'
import { standardMinutes } from '#server/domains/work/jobs/job-totals.ts'
import { changeJob } from '#server/domains/work/jobs/save-job.ts'
import { invalid } from '#server/errors.ts'
import { readWorkingTime } from '#server/working-time.ts'
import { visitWords } from '#views/ui/visit-time.ts'
import { findConflicts, findLoads, type Planned, rangeWords, spreadJobs } from './find-conflicts.ts'
import { MOST_DAYS } from './plan-days.ts'

type Plan = {
  assignee?: string | null
  start?: string | null
  scheduledend?: string | null
  visittime?: string
  version?: number
}

type Rescheduled = {
  id: string
  version: number
  reference: string
  assignee: string | null
  start: string | null
  scheduledend: string | null
  visittime: string
  finish: string | null
  /** Where it is planned now, and what does not fit there, in words. */
  said: string
  conflicts: string[]
}

/** Plans a job: who does it, from which day to which. Without a start it is unscheduled. @throws 400 by field, 409 */
export function rescheduleJob(tx: Tx, viewer: Viewer, id: string, plan: Plan): Rescheduled {
  const { boardid } = getEditableJob(tx.db, viewer, id)
  const before = findScheduledJob(tx.db, id)
  const start = plan.start === undefined ? (before?.start ?? null) : plan.start
  const end = plan.scheduledend === undefined ? (before?.scheduledend ?? null) : plan.scheduledend
  // One that ends on the day on which it starts needs no other day, and one without a start has none.
  const scheduledend = start && end !== start ? end : null
  if (start && scheduledend && daysBetween(start, scheduledend) >= MOST_DAYS)
    throw invalid({ scheduledend: 'A job can be planned over a year at most.' })
  const { assignee, version, visittime } = plan
  if (assignee && assignee !== before?.assignee && !findBoardWorker(tx.db, boardid, assignee))
    throw invalid({ assignee: 'This worker does not work on this board.' })
  changeJob(tx, viewer, id, { assignee, start, scheduledend, visittime, version })
  return readRescheduled(tx.db, viewer, id)
}

function readRescheduled(db: TenantDb, viewer: Viewer, id: string): Rescheduled {
  const job = findScheduledJob(db, id)
  if (!job) throw new Error(`Job ${id} is gone`)
  const { version, reference, assignee, start, scheduledend, finish, visittime } = job
  const conflicts = start ? findJobConflicts(db, viewer, { ...job, start, end: scheduledend ?? start }) : []
  const name = assignee ? (listWorkersById(db, [assignee])[0]?.name ?? '') : 'nobody yet'
  const said = start
    ? `${reference} is planned for ${name}, ${plannedWords(start, scheduledend, visittime)}`
    : `${reference} is not scheduled`
  return { ...{ id, version, reference, assignee, start, scheduledend, visittime, finish, said }, conflicts }
}

const plannedWords = (start: string, end: string | null, visittime: string) =>
  [rangeWords(start, end ?? start), visitWords(visittime)].filter(Boolean).join(', ')

type Job = Pick<
  Planned,
  'id' | 'reference' | 'assignee' | 'finish' | 'done' | 'minutes' | 'start' | 'end' | 'visittime'
>

/** What does not fit with a job where it is planned. */
export function findJobConflicts(db: TenantDb, viewer: Viewer, job: Job): string[] {
  const { assignee, start, end } = job
  const rows = assignee ? listPlannedJobs(db, { workers: [assignee], from: start, to: end }) : []
  const standard = standardMinutes(db, [job.id, ...rows.map(({ id }) => id)])
  const withTimes = <R extends Job>(row: R): Planned => {
    const own = standard.get(row.id) ?? null
    return { ...row, minutes: row.minutes ?? own, standard: own }
  }
  const others = rows
    .filter(({ id, done }) => id !== job.id && !done)
    .map((row) => ({
      ...withTimes(row),
      reference: canSeeJobAt(viewer, row.boardid, row.location) ? row.reference : null,
    }))
  const time = readWorkingTime(db)
  const planned = [...others, withTimes(job)]
  return findConflicts(planned, findLoads(spreadJobs(planned, time)), time, { from: start, to: end })
    .filter(({ jobids }) => jobids.includes(job.id))
    .map(({ text }) => text)
}

/** Each conflict is a sentence. */
export const describePlan = ({ said, conflicts }: Pick<Rescheduled, 'said' | 'conflicts'>): string =>
  conflicts.length > 0 ? [`${said}.`, ...conflicts].join(' ') : said
