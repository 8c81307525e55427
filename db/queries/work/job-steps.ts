import { and, asc, desc, eq, sql } from 'drizzle-orm'
import type { QueryBuilder } from 'drizzle-orm/sqlite-core'
import { NO_LANE, TO_APPROVE } from '#db/job-status.ts'
import { clients, job_categories, job_steps, jobs, steps, workers } from '#db/schema/tenant/index.ts'
import { prepared } from '#db/sqlite.ts'
import {
  filtered,
  type GivenParams,
  inList,
  isTrue,
  type Params,
  type RowOf,
  statement,
} from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'

/** One that was taken off its category no longer counts (decision F7). */
export const stepGone = sql`(${job_steps.archived} OR coalesce(${steps.archived}, 0))`

export const jobStepColumns = {
  id: job_steps.id,
  version: job_steps.version,
  jobid: job_steps.jobid,
  iteration: job_steps.iteration,
  reason: job_steps.reason,
  stepid: job_steps.stepid,
  name: job_steps.name,
  instruction: job_steps.instruction,
  lane: job_steps.lane,
  order: job_steps.order,
  workerid: job_steps.workerid,
  workername: workers.name,
  datestartedutc: job_steps.datestartedutc,
  datecompletedutc: job_steps.datecompletedutc,
  completed: job_steps.completed,
  skipped: job_steps.skipped,
  skipreason: job_steps.skipreason,
  quantity: job_steps.quantity,
  lastaction: job_steps.lastaction,
  lastnote: job_steps.lastnote,
  lastuserid: job_steps.lastuserid,
  lastuser: job_steps.lastuser,
  archived: isTrue(stepGone),
}

/** Of what a person works by. */
const {
  lane: _lane,
  order: _order,
  datestartedutc: _started,
  datecompletedutc: _ended,
  lastaction: _action,
  lastnote: _note,
  lastuserid: _userid,
  lastuser: _user,
  ...shownColumns
} = jobStepColumns

const selectSteps = (q: QueryBuilder) =>
  q
    .select(jobStepColumns)
    .from(job_steps)
    .leftJoin(steps, eq(steps.id, job_steps.stepid))
    .leftJoin(workers, eq(workers.id, job_steps.workerid))

const byId = statement((q, p: Params<{ id: string }>) => selectSteps(q).where(eq(job_steps.id, p.id)))

export type JobStepRow = RowOf<typeof byId>

export const jobStepById = (db: TenantDb, id: string) => byId.get(db, { id })

const byJobs = statement((q, p: Params<{ jobids: readonly string[] }>) =>
  selectSteps(q)
    .where(inList(job_steps.jobid, p.jobids))
    .orderBy(asc(job_steps.jobid), desc(job_steps.iteration), asc(job_steps.order)),
)

/** The newest iteration first, each in the order of its lanes. */
export const listStepsOfJobs = (db: TenantDb, jobids: readonly string[]): JobStepRow[] =>
  byJobs.all(db, { jobids })

const shownByJobs = statement((q, p: Params<{ jobids: readonly string[] }>) =>
  q
    .select(shownColumns)
    .from(job_steps)
    .leftJoin(steps, eq(steps.id, job_steps.stepid))
    .leftJoin(workers, eq(workers.id, job_steps.workerid))
    .where(inList(job_steps.jobid, p.jobids))
    .orderBy(asc(job_steps.jobid), desc(job_steps.iteration), asc(job_steps.order)),
)

export type ShownStepRow = RowOf<typeof shownByJobs>

/** As `listStepsOfJobs`, of thousands. */
export const listShownSteps = (db: TenantDb, jobids: readonly string[]): ShownStepRow[] =>
  shownByJobs.all(db, { jobids })

const newest = statement((q, p: Params<{ jobid: string }>) =>
  q
    .select({
      iteration: sql<number>`coalesce(max(${job_steps.iteration}), 0)`,
    })
    .from(job_steps)
    .where(eq(job_steps.jobid, p.jobid)),
)

/** 0 while the job has none. */
export const newestIteration = (db: TenantDb, jobid: string): number =>
  newest.get(db, { jobid })?.iteration ?? 0

const ofCategories = statement((q, p: Params<{ jobid: string }>) =>
  q
    .select({ id: steps.id, name: steps.name, instruction: steps.instruction, lane: steps.lane })
    .from(job_categories)
    .innerJoin(steps, eq(steps.category, job_categories.categoryid))
    .where(and(eq(job_categories.jobid, p.jobid), eq(steps.archived, false)))
    .orderBy(
      asc(sql`coalesce(${steps.lane}, ${sql.raw(String(NO_LANE))})`),
      asc(steps.category),
      asc(steps.order),
      asc(steps.id),
    ),
)

/** What the categories of a job ask for, lane by lane, those without a lane at the end. */
export const listStepsOfCategories = (db: TenantDb, jobid: string) => ofCategories.all(db, { jobid })

const lastOrder = statement((q, p: Params<{ jobid: string; iteration: number }>) =>
  q
    .select({ order: sql<number>`coalesce(max(${job_steps.order}), -1)` })
    .from(job_steps)
    .where(and(eq(job_steps.jobid, p.jobid), eq(job_steps.iteration, p.iteration))),
)

export const nextJobStepOrder = (db: TenantDb, jobid: string, iteration: number): number =>
  (lastOrder.get(db, { jobid, iteration })?.order ?? -1) + 1

const INSERT = `
  INSERT INTO job_steps (id, createdutc, updatedutc, jobid, iteration, reason, stepid, name, instruction, lane, "order")
  VALUES (?1, ?2, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)`

type JobStepCopy = Pick<
  JobStepRow,
  'id' | 'jobid' | 'iteration' | 'reason' | 'stepid' | 'name' | 'instruction' | 'lane' | 'order'
>

export function insertJobStep(db: TenantDb, now: string, step: JobStepCopy) {
  const { id, jobid, iteration, reason, stepid, name, instruction, lane, order } = step
  prepared(db, INSERT).run([id, now, jobid, iteration, reason, stepid, name, instruction, lane, order])
}

export type JobStepState = Pick<
  JobStepRow,
  | 'workerid'
  | 'datestartedutc'
  | 'datecompletedutc'
  | 'completed'
  | 'skipped'
  | 'skipreason'
  | 'quantity'
  | LastAction
>

type LastAction = 'lastaction' | 'lastnote' | 'lastuserid' | 'lastuser'

const UPDATE = `
  UPDATE job_steps SET version = version + 1, updatedutc = ?, workerid = ?, datestartedutc = ?, datecompletedutc = ?,
    completed = ?, skipped = ?, skipreason = ?, quantity = ?, lastaction = ?, lastnote = ?, lastuserid = ?, lastuser = ?
  WHERE id = ?`

export function storeJobStep(db: TenantDb, now: string, id: string, step: JobStepState) {
  const { workerid, datestartedutc, datecompletedutc, completed, skipped, skipreason, quantity } = step
  const { lastaction, lastnote, lastuserid, lastuser } = step
  const flags = [Number(completed), Number(skipped)]
  prepared(db, UPDATE).run([
    ...[now, workerid, datestartedutc, datecompletedutc, ...flags, skipreason, quantity],
    ...[lastaction, lastnote, lastuserid, lastuser, id],
  ])
}

const progress = statement((q, p: Params<{ jobids: readonly string[] }>) =>
  q
    .select({
      jobid: job_steps.jobid,
      total: sql<number>`count(*) FILTER (WHERE NOT ${stepGone})`,
      done: sql<number>`count(*) FILTER (WHERE NOT ${stepGone} AND (${job_steps.completed} OR ${job_steps.skipped}))`,
      used: sql<boolean>`max(NOT ${stepGone} AND (${job_steps.completed} OR ${job_steps.skipped}
        OR ${job_steps.workerid} IS NOT NULL OR ${job_steps.datestartedutc} IS NOT NULL))`.mapWith(Boolean),
      stepids: sql<string | null>`group_concat(${job_steps.stepid})`,
    })
    .from(job_steps)
    .leftJoin(steps, eq(steps.id, job_steps.stepid))
    .where(
      and(
        inList(job_steps.jobid, p.jobids),
        sql`${job_steps.iteration} = (SELECT max(n.iteration) FROM job_steps n WHERE n.jobid = ${job_steps.jobid})`,
      ),
    )
    .groupBy(job_steps.jobid),
)

/** Of the steps of each job’s newest iteration; a job without steps has no row. `used`: somebody was given one, or touched it. */
export const stepProgress = (db: TenantDb, jobids: readonly string[]) =>
  new Map(
    progress
      .all(db, { jobids })
      .filter(({ total }) => total > 0)
      .map(({ jobid, total, done, used }) => [jobid, { total, done, used }]),
  )

const given = statement((q) =>
  q.select({ n: sql<number>`1` }).from(job_steps).where(sql`${job_steps.workerid} IS NOT NULL`).limit(1),
)

/** Whether steps are given out here: somebody has or had one, of whatever job. */
export const givesOutSteps = (db: TenantDb) => given.get(db) !== null

/** The same, with the steps of categories that it follows from, also where none of them counts any longer. */
export const cardSteps = (db: TenantDb, jobids: readonly string[]) =>
  new Map(
    progress
      .all(db, { jobids })
      .map(({ jobid, total, done, used, stepids }) => [
        jobid,
        { steps: total > 0 ? { done, total } : null, used, stepids: stepids?.split(',') ?? [] },
      ]),
  )

type Approved = {
  boards?: readonly string[]
  locations?: readonly string[]
  /** Of these alone, those too whose steps are all done. */
  ids?: readonly string[]
  start?: string
  end?: string
}

type ApprovedJobRow = Pick<
  typeof jobs.$inferSelect,
  | ('id' | 'reference' | 'boardid' | 'description' | 'status' | 'critical' | 'created' | 'start' | 'finish')
  | ('scheduledminutes' | 'client')
> & { clientname: string | null }

const begins = sql`coalesce(${jobs.start}, ${jobs.finish}, substr(${jobs.created}, 1, 10))`
const due = sql`coalesce(${jobs.finish}, ${jobs.start}, substr(${jobs.created}, 1, 10))`

const approved = filtered((q, { boards, locations, ids, start, end }: GivenParams<Approved>, _: null) =>
  q
    .select({
      id: jobs.id,
      reference: jobs.reference,
      boardid: jobs.boardid,
      description: jobs.description,
      status: jobs.status,
      critical: jobs.critical,
      created: jobs.created,
      start: jobs.start,
      finish: jobs.finish,
      scheduledminutes: jobs.scheduledminutes,
      client: jobs.client,
      clientname: clients.name,
    })
    .from(sql`${jobs} INDEXED BY jobs_approved`)
    .leftJoin(clients, eq(clients.id, jobs.client))
    .where(
      and(
        eq(jobs.template, sql.raw('0')),
        sql`${jobs.approvedutc} IS NOT NULL AND ${jobs.status} ${sql.raw(TO_APPROVE)}`,
        boards && inList(jobs.boardid, boards),
        locations && inList(jobs.location, locations),
        start && sql`${due} >= ${start}`,
        end && sql`${begins} <= ${end}`,
        ids
          ? inList(jobs.id, ids)
          : sql`EXISTS (SELECT 1 FROM ${job_steps} LEFT JOIN ${steps} ON ${steps.id} = ${job_steps.stepid}
          WHERE ${job_steps.jobid} = ${jobs.id} AND ${job_steps.completed} = 0 AND ${job_steps.skipped} = 0
          AND NOT ${stepGone}
          AND ${job_steps.iteration} = (SELECT max(n.iteration) FROM job_steps n WHERE n.jobid = ${jobs.id}))`,
      ),
    )
    .orderBy(asc(due), desc(jobs.critical), asc(jobs.id)),
)

/** Approved jobs of the boards whose newest iteration has an open step, what is due first before the rest. */
export const listApprovedJobs = (db: TenantDb, values: Approved): ApprovedJobRow[] =>
  approved.all(db, values, null)

const own = statement((q, p: Params<{ userid: string }>) =>
  q
    .select({ id: workers.id, name: workers.name })
    .from(workers)
    .where(and(eq(workers.userid, p.userid), eq(workers.archived, false))),
)

/** The worker that a person is, if any. */
export const workerOfUser = (db: TenantDb, userid: string | null) => (userid ? own.get(db, { userid }) : null)
