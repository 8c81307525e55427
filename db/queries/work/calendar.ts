import { and, asc, eq, sql } from 'drizzle-orm'
import { ARCHIVED, REMOVED } from '#db/job-status.ts'
import { clients, job_steps, jobs, locations, steps } from '#db/schema/tenant/index.ts'
import { LAST_SCHEDULED_DAY } from '#db/schema/tenant/jobs.ts'
import { isTrue, type Params, type RowOf, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'
import { stepGone } from './job-steps.ts'

const shown = {
  jobid: jobs.id,
  /** Lines, which leave the version as it is, add to the time that a visit takes. */
  sequence: sql<number>`${jobs.editedversion} + ${jobs.seq}`.as('sequence'),
  updatedutc: jobs.updatedutc,
  reference: jobs.reference,
  description: jobs.description,
  boardid: jobs.boardid,
  locationid: jobs.location,
  start: sql<string>`${jobs.start}`.as('start'),
  end: sql<string>`coalesce(${jobs.scheduledend}, ${jobs.start})`.as('end'),
  visittime: jobs.visittime,
  minutes: jobs.scheduledminutes,
  removed: isTrue(sql`${jobs.status} = ${sql.raw(String(REMOVED))}`),
  clientname: clients.name,
  locationname: locations.name,
}

/** `since`: days; what was removed is told from `removedsince` on, an instant. */
type Asked = { workerid: string; since: string; removedsince: string }

const isTold = (p: Params<Asked>) =>
  sql`(${jobs.status} <= ${sql.raw(String(ARCHIVED))} OR ${jobs.updatedutc} >= ${p.removedsince})`

const own = statement((q, p: Params<Asked>) =>
  q
    .select(shown)
    .from(jobs)
    .leftJoin(clients, eq(clients.id, jobs.client))
    .leftJoin(locations, eq(locations.id, jobs.location))
    .where(
      and(
        eq(jobs.assignee, p.workerid),
        sql`template = 0 AND start IS NOT NULL`,
        sql`${sql.raw(LAST_SCHEDULED_DAY)} >= ${p.since}`,
        isTold(p),
      ),
    )
    .orderBy(asc(jobs.start), asc(jobs.id)),
)

export type CalendarJobRow = RowOf<typeof own>

/** Jobs that a worker is planned for. */
export const listCalendarJobs = (db: TenantDb, asked: Asked) => own.all(db, asked)

const ofSteps = statement((q, p: Params<Asked>) =>
  q
    .select({
      ...shown,
      id: job_steps.id,
      name: job_steps.name,
      stepversion: job_steps.version,
      stepupdatedutc: job_steps.updatedutc,
    })
    .from(job_steps)
    .innerJoin(jobs, eq(jobs.id, job_steps.jobid))
    .leftJoin(steps, eq(steps.id, job_steps.stepid))
    .leftJoin(clients, eq(clients.id, jobs.client))
    .leftJoin(locations, eq(locations.id, jobs.location))
    .where(
      and(
        eq(job_steps.workerid, p.workerid),
        sql`${job_steps.completed} = 0 AND ${job_steps.skipped} = 0 AND ${job_steps.archived} = 0`,
        sql`NOT ${stepGone}`,
        sql`${jobs.assignee} IS NOT ${p.workerid}`,
        sql`${jobs.template} = 0 AND ${jobs.start} IS NOT NULL`,
        sql`coalesce(${jobs.scheduledend}, ${jobs.start}) >= ${p.since}`,
        isTold(p),
      ),
    )
    .orderBy(asc(jobs.start), asc(job_steps.id)),
)

export type CalendarStepRow = RowOf<typeof ofSteps>

/** Open steps that a worker has on jobs that somebody else is planned for. */
export const listCalendarSteps = (db: TenantDb, asked: Asked) => ofSteps.all(db, asked)
