import { type SQL, sql } from 'drizzle-orm'
import { APPROVE, COMPLETE, DRAFT, INVOICED, REVIEW } from '#db/job-status.ts'
import { job_steps, jobs, materials, time_entries } from '#db/schema/tenant/index.ts'

/** It was said to be, something was used, a step was started, or time was worked. */
const isBegun = sql`(${jobs.begunutc} IS NOT NULL OR EXISTS (SELECT 1 FROM ${materials} AS m
  WHERE m.jobid = ${jobs.id} AND m.archived = 0 AND m.consumed <> 0)
  OR EXISTS (SELECT 1 FROM ${job_steps} AS s WHERE s.jobid = ${jobs.id} AND s.datestartedutc IS NOT NULL)
  OR EXISTS (SELECT 1 FROM ${time_entries} AS e WHERE e.jobid = ${jobs.id} AND e.archived = 0))`

/** Where a job stands between asked and paid, in order; what is archived or removed has no stage, nor has a template. */
const declared = {
  asked: { statuses: [DRAFT, REVIEW], when: sql`${jobs.estimatesentutc} IS NULL` },
  quoted: { statuses: [DRAFT, REVIEW], when: sql`${jobs.estimatesentutc} IS NOT NULL` },
  approved: { statuses: [APPROVE], when: sql`NOT ${isBegun}` },
  working: { statuses: [APPROVE], when: isBegun },
  complete: { statuses: [COMPLETE], when: null },
  invoiced: { statuses: [INVOICED], when: sql`${jobs.paid} = 0` },
  paid: { statuses: [INVOICED], when: sql`${jobs.paid} = 1` },
}

export type Stage = keyof typeof declared

export const stages = Object.keys(declared) as Stage[]

export const stageStatuses = (stage: Stage): readonly number[] => declared[stage].statuses

function condition(stage: Stage): SQL {
  const { statuses, when } = declared[stage]
  const stands = sql`${jobs.status} IN (${sql.raw(statuses.join(', '))})`
  return when ? sql`${stands} AND ${when}` : stands
}

export const isInStage = (stage: Stage): SQL => sql`(${condition(stage)})`

const cases = stages.map((stage) => sql`WHEN ${condition(stage)} THEN ${sql.raw(`'${stage}'`)}`)

export const stageOfJob = sql<Stage | null>`CASE WHEN ${jobs.template} = 1 THEN NULL ${sql.join(cases, sql` `)} END`
