import { type JobStepRow, jobStepById, listStepsOfJobs, workerOfUser } from '#db/queries/work/job-steps.ts'
import { listCategoriesByJob, listJobPlaces } from '#db/queries/work/jobs.ts'
import { secondsBySteps, type Timer, timersOfJobs } from '#db/queries/work/time-entries.ts'
import type { TenantDb } from '#db/types.ts'
import type { ReferencedRecord } from '#server/domains/work/jobs/types.ts'
import { toMinutes } from '#server/domains/work/timesheet/intervals.ts'
import { notFound } from '#server/errors.ts'
import { toDecimal } from '#server/money/decimal.ts'
import { isOverlong } from '#server/running-timers.ts'

/** Decision F26. */
export type JobStep = {
  id: string
  version: number
  iteration: number
  /** Why the iteration was made. */
  reason: string
  order: number
  lane: number | null
  step: { id: string | null; name: string; instruction: string; archived: boolean }
  worker: ReferencedRecord | null
  /** Of the worker who asks, or open to them. */
  mine: boolean
  completed: boolean
  skipped: boolean
  skipreason: string
  datestartedutc: string | null
  datecompletedutc: string | null
  quantity: number | null
  /** Who works on it now. */
  running: { id: string; mine: boolean; worker: ReferencedRecord; startutc: string; overlong: boolean }[]
  /** Of all people together, without what runs. */
  minutes: number
  job: { id: string; reference: string; categories: { id: string; name: string; colour: string }[] }
}

/** What a person works by. */
export type ShownStep = Omit<JobStep, 'job' | 'order' | 'lane' | 'datestartedutc' | 'datecompletedutc'>

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

export const stepsOfJob = (db: TenantDb, jobid: string, userid: string | null): JobStep[] =>
  presentJobSteps(db, [jobid], userid).get(jobid) ?? []

export function readJobStep(db: TenantDb, id: string, userid: string | null): JobStep {
  const row = jobStepById(db, id)
  if (!row) throw notFound('step')
  return presentStepOfJob(row, readFacts(db, [row.jobid], userid))
}

const readFacts = (db: TenantDb, jobids: readonly string[], userid: string | null) => ({
  own: workerOfUser(db, userid)?.id,
  now: db.now().toISOString(),
  timers: Map.groupBy(timersOfJobs(db, jobids), ({ jobstepid }) => jobstepid),
  seconds: secondsBySteps(db, jobids),
  references: new Map(listJobPlaces(db, jobids).map(({ id, reference }) => [id, reference])),
  categories: Map.groupBy(listCategoriesByJob(db, jobids), ({ jobid }) => jobid),
})

type Facts = ReturnType<typeof readFacts>

function presentStepOfJob(row: JobStepRow, facts: Facts): JobStep {
  const { id, version, iteration, reason, order, lane, completed, skipped, skipreason } = row
  const { datestartedutc, datecompletedutc } = row
  return {
    ...{ id, version, iteration, reason, order, lane, completed, skipped, skipreason },
    ...{ datestartedutc, datecompletedutc },
    step: { id: row.stepid, name: row.name, instruction: row.instruction, archived: row.archived },
    worker: row.workerid ? { id: row.workerid, name: row.workername ?? '' } : null,
    mine: facts.own !== undefined && (row.workerid ?? facts.own) === facts.own,
    quantity: row.quantity === null ? null : toDecimal(row.quantity, 'quantity'),
    running: (facts.timers.get(id) ?? []).map((timer) => presentRunning(timer, facts)),
    minutes: toMinutes(facts.seconds.get(id) ?? 0),
    job: {
      id: row.jobid,
      reference: facts.references.get(row.jobid) ?? '',
      categories: (facts.categories.get(row.jobid) ?? []).map(({ id, name, colour }) => ({
        id,
        name,
        colour,
      })),
    },
  }
}

const presentRunning = ({ id, workerid, workername, startutc }: Timer, { now, own }: Facts) => ({
  id,
  mine: workerid === own,
  worker: { id: workerid, name: workername },
  startutc,
  overlong: isOverlong(startutc, now),
})
