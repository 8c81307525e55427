import { and, asc, desc, eq, type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { QueryBuilder } from 'drizzle-orm/sqlite-core'
import { FROM_COMPLETE, TO_APPROVE } from '#db/job-status.ts'
import {
  board_workers,
  clients,
  job_signoffs,
  job_steps,
  jobs,
  locations,
  materials,
  steps,
  time_entries,
  workers,
} from '#db/schema/tenant/index.ts'
import { filtered, type GivenParams, inList, type Params, type RowOf, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'
import { jobStepColumns, stepGone } from './job-steps.ts'

type Asked = {
  workerid: string
  boards?: readonly string[]
  locations?: readonly string[]
  most: number
}

const addressOf = (of: typeof locations | typeof clients) =>
  sql<string>`concat_ws(', ', nullif(${of.addressline1}, ''), nullif(${of.addressline2}, ''),
    nullif(${of.addressline3}, ''), nullif(${of.addressline4}, ''), nullif(${of.city}, ''))`

const jobColumns = {
  reference: jobs.reference,
  boardid: jobs.boardid,
  description: jobs.description,
  critical: jobs.critical,
  start: jobs.start,
  finish: jobs.finish,
  visittime: jobs.visittime,
  clientname: clients.name,
  locationname: locations.name,
  locationaddress: addressOf(locations),
  clientaddress: addressOf(clients),
  locationcontact: locations.contactname,
  locationnumber: locations.contactnumber,
  clientcontact: clients.contactname,
  clientnumber: clients.contactnumber,
}

const selectMySteps = (q: QueryBuilder) =>
  q
    .select({ ...jobStepColumns, ...jobColumns, assignee: jobs.assignee })
    .from(job_steps)
    .innerJoin(jobs, eq(jobs.id, job_steps.jobid))
    .leftJoin(steps, eq(steps.id, job_steps.stepid))
    .leftJoin(workers, eq(workers.id, job_steps.workerid))
    .leftJoin(clients, eq(clients.id, jobs.client))
    .leftJoin(locations, eq(locations.id, jobs.location))

/** What may be worked on. */
const isApproved = sql`${jobs.template} = 0 AND ${jobs.approvedutc} IS NOT NULL AND ${jobs.status} ${sql.raw(TO_APPROVE)}`

/** In the words of `job_steps_open`. */
const isOpen = sql`${job_steps.completed} = 0 AND ${job_steps.skipped} = 0 AND ${job_steps.archived} = 0
  AND NOT ${stepGone}
  AND ${job_steps.iteration} = (SELECT max(n.iteration) FROM job_steps n WHERE n.jobid = ${job_steps.jobid})`

const isSeen = (p: GivenParams<Pick<Asked, 'boards' | 'locations'>>) =>
  and(p.boards && inList(jobs.boardid, p.boards), p.locations && inList(jobs.location, p.locations))

const dueFirst = [
  asc(sql`coalesce(${jobs.finish}, ${jobs.start}, substr(${jobs.created}, 1, 10))`),
  desc(jobs.critical),
  asc(jobs.id),
]

/** Open steps of approved jobs that are not Complete. */
const openSteps = (
  worker: (p: GivenParams<Asked>) => SQL | undefined,
  first: (p: GivenParams<Asked>) => SQL[],
) =>
  filtered((q, p: GivenParams<Asked>, _: null) =>
    selectMySteps(q)
      .where(and(worker(p), isOpen, isApproved, isSeen(p)))
      .orderBy(...first(p), ...dueFirst, asc(job_steps.order))
      .limit(p.most as Placeholder<string, number>),
  )

const own = openSteps(
  (p) => sql`${job_steps.workerid} = ${p.workerid}`,
  () => [],
)

const free = openSteps(
  (p) => sql`${job_steps.workerid} IS NULL
    AND (${jobs.boardid} IN (SELECT boardid FROM ${board_workers} WHERE workerid = ${p.workerid})
      OR NOT EXISTS (SELECT 1 FROM ${board_workers} b WHERE b.boardid = ${jobs.boardid}))`,
  (p) => [sql`${jobs.assignee} IS NOT ${p.workerid}`],
)

const myJobs = (where: (p: GivenParams<Asked>) => (SQL | undefined)[]) =>
  filtered((q, p: GivenParams<Asked>, _: null) =>
    q
      .select({ id: jobs.id, ...jobColumns })
      .from(jobs)
      .leftJoin(clients, eq(clients.id, jobs.client))
      .leftJoin(locations, eq(locations.id, jobs.location))
      .where(and(...where(p), isSeen(p)))
      .orderBy(...dueFirst)
      .limit(p.most as Placeholder<string, number>),
  )

/** Jobs assigned to a worker in which no step waits for them or for anybody. */
const assigned = myJobs((p) => [
  sql`${jobs.assignee} = ${p.workerid}`,
  isApproved,
  sql`NOT EXISTS (SELECT 1 FROM ${job_steps} LEFT JOIN ${steps} ON ${steps.id} = ${job_steps.stepid}
    WHERE ${job_steps.jobid} = ${jobs.id} AND ${isOpen}
      AND (${job_steps.workerid} IS NULL OR ${job_steps.workerid} = ${p.workerid}))`,
])

const given = myJobs((p) => [
  sql`${jobs.assignee} = ${p.workerid} AND ${jobs.template} = 0 AND ${jobs.approvedutc} IS NULL
    AND ${jobs.status} ${sql.raw(TO_APPROVE)}`,
])

export type MyJobRow = Omit<RowOf<typeof assigned>, 'id'>

export type MyStepRow = RowOf<typeof own>

const byIds = statement((q, p: Params<{ ids: readonly string[] }>) =>
  selectMySteps(q).where(inList(job_steps.id, p.ids)),
)

/** Whosever they are. */
export const listMyStepsByIds = (db: TenantDb, ids: readonly string[]): MyStepRow[] => byIds.all(db, { ids })

/** What a worker has to do, what is due first before the rest. */
export const listStepsOfWorker = (db: TenantDb, asked: Asked): MyStepRow[] => own.all(db, asked, null)

/** What nobody has yet, on the boards on which the worker works; of jobs assigned to the worker before the rest. */
export const listFreeSteps = (db: TenantDb, asked: Asked): MyStepRow[] => free.all(db, asked, null)

/** Jobs to work on that are assigned to a worker, without a step that could be done next. */
export const listJobsAssigned = (db: TenantDb, asked: Asked) => assigned.all(db, asked, null)

/** Jobs that are assigned to a worker and not approved, on which nobody works yet. */
export const listJobsGiven = (db: TenantDb, asked: Asked) => given.all(db, asked, null)

const recorded = statement((q, p: Params<{ jobids: readonly string[] }>) =>
  q
    .select({
      jobid: jobs.id,
      signedby: sql<string | null>`(SELECT s.name FROM ${job_signoffs} AS s
        WHERE s.jobid = ${jobs.id} AND s.removedutc IS NULL ORDER BY s.signedutc DESC, s.id DESC LIMIT 1)`,
      used: sql<number>`(SELECT count(*) FROM ${materials} AS m
        WHERE m.jobid = ${jobs.id} AND m.archived = 0 AND m.consumed <> 0)`,
    })
    .from(jobs)
    .where(inList(jobs.id, p.jobids)),
)

/** Who signed for each job last, and how many of its lines say what was used. */
export const recordedOnJobs = (db: TenantDb, jobids: readonly string[]) =>
  new Map(recorded.all(db, { jobids }).map(({ jobid, ...facts }) => [jobid, facts]))

type CompletedAsked = GivenParams<Omit<Asked, 'most'> & { since: string; today: string }>

const completed = filtered((q, p: CompletedAsked, _: null) =>
  q
    .select({ id: jobs.id, reference: jobs.reference, description: jobs.description, boardid: jobs.boardid })
    .from(sql`${jobs} INDEXED BY jobs_completed`)
    .where(
      and(
        sql`template = 0 AND status ${sql.raw(FROM_COMPLETE)}`,
        sql`${jobs.completed} >= ${p.since}`,
        sql`(${jobs.assignee} = ${p.workerid} OR EXISTS (SELECT 1 FROM ${time_entries} AS t WHERE t.jobid = ${jobs.id}
          AND t.date = ${p.today} AND t.workerid = ${p.workerid} AND t.archived = 0))`,
        isSeen(p),
      ),
    )
    .orderBy(desc(jobs.completed), asc(jobs.id)),
)

/** Jobs that were completed since an instant of today, and are the worker’s own or were worked on by them today. */
export const listCompletedBy = (
  db: TenantDb,
  asked: Omit<Asked, 'most'> & { since: string; today: string },
) => completed.all(db, asked, null)

const place = statement((q, p: Params<{ jobid: string }>) =>
  q
    .select(jobColumns)
    .from(jobs)
    .leftJoin(clients, eq(clients.id, jobs.client))
    .leftJoin(locations, eq(locations.id, jobs.location))
    .where(eq(jobs.id, p.jobid)),
)

/** What a worker is told of a job. */
export const findMyJob = (db: TenantDb, jobid: string) => place.get(db, { jobid }) ?? undefined

const worked = statement((q, p: Params<{ workerid: string; from: string }>) =>
  q
    .select({
      id: time_entries.id,
      version: time_entries.version,
      date: time_entries.date,
      jobid: time_entries.jobid,
      jobstepid: time_entries.jobstepid,
      stepname: job_steps.name,
      done: sql<boolean>`coalesce(${job_steps.completed}, 0)`.mapWith(Boolean),
      boardid: jobs.boardid,
      reference: jobs.reference,
      description: jobs.description,
      detail: time_entries.detail,
      startutc: time_entries.startutc,
      endutc: time_entries.endutc,
      seconds: time_entries.seconds,
      unconfirmed: time_entries.unconfirmed,
    })
    .from(time_entries)
    .innerJoin(jobs, eq(jobs.id, time_entries.jobid))
    .leftJoin(job_steps, eq(job_steps.id, time_entries.jobstepid))
    .where(
      and(
        eq(time_entries.workerid, p.workerid),
        sql`${time_entries.date} >= ${p.from}`,
        sql`${time_entries.archived} = 0`,
      ),
    )
    .orderBy(asc(time_entries.date), asc(time_entries.createdutc)),
)

export type WorkedRow = RowOf<typeof worked>

/** Time entries of a worker since a day, running timers among them. */
export const listWorkedSince = (db: TenantDb, workerid: string, from: string): WorkedRow[] =>
  worked.all(db, { workerid, from })
