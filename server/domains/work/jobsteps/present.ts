import {
  type JobStepRow,
  jobStepById,
  listShownSteps,
  listStepsOfJobs,
  type ShownStepRow,
  workerOfUser,
} from '#db/queries/work/job-steps.ts'
import { listCategoriesByJob, listJobPlaces } from '#db/queries/work/jobs.ts'
import { secondsBySteps, type Timer, timersOfJobs } from '#db/queries/work/time-entries.ts'
import type { TenantDb } from '#db/types.ts'
import type { ReferencedRecord } from '#server/domains/work/jobs/types.ts'
import { toMinutes } from '#server/domains/work/timesheet/intervals.ts'
import { notFound } from '#server/errors.ts'
import { toDecimal } from '#server/money/decimal.ts'
import { isOverlong } from '#server/running-timers.ts'

/** What a person works by. */
export type ShownStep = {
  id: string
  version: number
  iteration: number
  /** Why the iteration was made. */
  reason: string
  step: { id: string | null; name: string; instruction: string; archived: boolean }
  worker: ReferencedRecord | null
  /** Of the worker who asks, or open to them. */
  mine: boolean
  completed: boolean
  skipped: boolean
  skipreason: string
  quantity: number | null
  /** Who works on it now. */
  running: { id: string; mine: boolean; worker: ReferencedRecord; startutc: string; overlong: boolean }[]
  /** Of all people together, without what runs. */
  minutes: number
}

/** Decision F26. */
export type JobStep = ShownStep & {
  order: number
  lane: number | null
  datestartedutc: string | null
  datecompletedutc: string | null
  job: { id: string; reference: string; categories: { id: string; name: string; colour: string }[] }
}

/** Of these jobs, the newest iteration first. */
export function presentJobSteps(
  db: TenantDb,
  jobids: readonly string[],
  userid: string | null,
): Map<string, JobStep[]> {
  const facts = readFacts(db, jobids, userid)
  return Map.groupBy(
    listStepsOfJobs(db, jobids).map((row) => presentStepOfJob(row, facts)),
    ({ job }) => job.id,
  )
}

/** As `presentJobSteps`, of thousands without what their job says already. */
export function presentShownSteps(
  db: TenantDb,
  jobids: readonly string[],
  userid: string | null,
): Map<string, ShownStep[]> {
  const times = readTimes(db, jobids, userid)
  const found = new Map<string, ShownStep[]>(jobids.map((id) => [id, []]))
  for (const row of listShownSteps(db, jobids)) found.get(row.jobid)?.push(presentShown(row, times))
  return found
}

export const stepsOfJob = (db: TenantDb, jobid: string, userid: string | null): JobStep[] =>
  presentJobSteps(db, [jobid], userid).get(jobid) ?? []

export function readJobStep(db: TenantDb, id: string, userid: string | null): JobStep {
  const row = jobStepById(db, id)
  if (!row) throw notFound('step')
  return presentStepOfJob(row, readFacts(db, [row.jobid], userid))
}

const readTimes = (db: TenantDb, jobids: readonly string[], userid: string | null) => ({
  own: workerOfUser(db, userid)?.id,
  now: db.now().toISOString(),
  timers: Map.groupBy(timersOfJobs(db, jobids), ({ jobstepid }) => jobstepid),
  seconds: secondsBySteps(db, jobids),
})

type Times = ReturnType<typeof readTimes>

const readFacts = (db: TenantDb, jobids: readonly string[], userid: string | null) => ({
  times: readTimes(db, jobids, userid),
  references: new Map(listJobPlaces(db, jobids).map(({ id, reference }) => [id, reference])),
  categories: Map.groupBy(listCategoriesByJob(db, jobids), ({ jobid }) => jobid),
})

type Facts = ReturnType<typeof readFacts>

function presentStepOfJob(row: JobStepRow, { times, references, categories }: Facts): JobStep {
  const { order, lane, datestartedutc, datecompletedutc, jobid } = row
  return {
    ...presentShown(row, times),
    ...{ order, lane, datestartedutc, datecompletedutc },
    job: {
      id: jobid,
      reference: references.get(jobid) ?? '',
      categories: (categories.get(jobid) ?? []).map(({ id, name, colour }) => ({ id, name, colour })),
    },
  }
}

const presentShown = (row: ShownStepRow, times: Times): ShownStep => ({
  id: row.id,
  version: row.version,
  iteration: row.iteration,
  reason: row.reason,
  step: { id: row.stepid, name: row.name, instruction: row.instruction, archived: row.archived },
  worker: row.workerid ? { id: row.workerid, name: row.workername ?? '' } : null,
  mine: times.own !== undefined && (row.workerid ?? times.own) === times.own,
  completed: row.completed,
  skipped: row.skipped,
  skipreason: row.skipreason,
  quantity: row.quantity === null ? null : toDecimal(row.quantity, 'quantity'),
  running: (times.timers.get(row.id) ?? []).map((timer) => presentRunning(timer, times)),
  minutes: toMinutes(times.seconds.get(row.id) ?? 0),
})

const presentRunning = ({ id, workerid, workername, startutc }: Timer, { now, own }: Times) => ({
  id,
  mine: workerid === own,
  worker: { id: workerid, name: workername },
  startutc,
  overlong: isOverlong(startutc, now),
})
