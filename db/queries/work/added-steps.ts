import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { job_steps } from '#db/schema/tenant/index.ts'
import { prepared } from '#db/sqlite.ts'
import { type Params, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'

/** Whether its first iteration has any of a category. */
export const hasStepsOfCategories = (db: TenantDb, jobid: string): boolean =>
  prepared(db, 'SELECT 1 FROM job_steps WHERE jobid = ? AND iteration = 1 AND stepid IS NOT NULL').get([
    jobid,
  ]) !== null

const addedSteps = statement((q, p: Params<{ jobid: string; iteration: number }>) =>
  q
    .select({
      id: sql<null>`NULL`,
      name: job_steps.name,
      instruction: job_steps.instruction,
      lane: job_steps.lane,
    })
    .from(job_steps)
    .where(and(eq(job_steps.jobid, p.jobid), eq(job_steps.iteration, p.iteration), isNull(job_steps.stepid)))
    .orderBy(asc(job_steps.order)),
)

export const listAddedSteps = (db: TenantDb, jobid: string, iteration: number) =>
  addedSteps.all(db, { jobid, iteration })

/** Makes room before those of the first iteration. */
export const shiftJobSteps = (db: TenantDb, jobid: string, by: number) =>
  prepared(db, 'UPDATE job_steps SET "order" = "order" + ? WHERE jobid = ? AND iteration = 1').run([
    by,
    jobid,
  ])

/** False for one of a category, or that somebody has, touched or worked on. */
export const deleteUntouchedStep = (db: TenantDb, id: string): boolean =>
  prepared(
    db,
    `DELETE FROM job_steps WHERE id = ?1 AND stepid IS NULL AND workerid IS NULL AND datestartedutc IS NULL
       AND NOT completed AND NOT skipped AND NOT EXISTS (SELECT 1 FROM time_entries WHERE jobstepid = ?1)`,
  ).run([id]).changes > 0
