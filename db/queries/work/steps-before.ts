import { and, asc, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { job_steps, steps } from '#db/schema/tenant/index.ts'
import { inList, type Params, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'
import { stepGone } from './job-steps.ts'

const before = statement((q, p: Params<{ jobid: string; iteration: number; order: number }>) =>
  q
    .select({ name: job_steps.name })
    .from(job_steps)
    .leftJoin(steps, eq(steps.id, job_steps.stepid))
    .where(
      and(
        eq(job_steps.jobid, p.jobid),
        eq(job_steps.iteration, p.iteration),
        sql`${job_steps.order} < ${p.order}`,
        eq(job_steps.completed, false),
        eq(job_steps.skipped, false),
        sql`NOT ${stepGone}`,
      ),
    )
    .orderBy(asc(job_steps.order)),
)

/** Names of those that come before it in its iteration. */
export const openStepsBefore = (db: TenantDb, step: { jobid: string; iteration: number; order: number }) =>
  before.all(db, step).map(({ name }) => name)

const later = alias(job_steps, 'later')

const beforeEach = statement((q, p: Params<{ ids: readonly string[] }>) =>
  q
    .select({ id: later.id, name: job_steps.name })
    .from(later)
    .innerJoin(
      job_steps,
      sql`${job_steps.jobid} = ${later.jobid} AND ${job_steps.iteration} = ${later.iteration}
        AND ${job_steps.order} < ${later.order} AND ${job_steps.completed} = 0 AND ${job_steps.skipped} = 0`,
    )
    .leftJoin(steps, eq(steps.id, job_steps.stepid))
    .where(and(inList(later.id, p.ids), sql`NOT ${stepGone}`))
    .orderBy(asc(job_steps.order)),
)

/** The same for many, by the id of the step that waits. */
export const openStepsBeforeEach = (db: TenantDb, ids: readonly string[]) =>
  Map.groupBy(beforeEach.all(db, { ids }), ({ id }) => id)
