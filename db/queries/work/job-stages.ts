import { type SQL, sql } from 'drizzle-orm'
import { APPROVE, COMPLETE, DRAFT, INVOICED, REVIEW } from '#db/job-status.ts'
import { jobs, materials } from '#db/schema/tenant/index.ts'

const isUsed = sql`EXISTS (SELECT 1 FROM ${materials} AS m
  WHERE m.jobid = ${jobs.id} AND m.archived = 0 AND m.consumed <> 0)`

/** Where a job stands between asked and paid, in order; what is archived or removed has no stage. */
const declared = {
  asked: { statuses: [DRAFT, REVIEW], when: sql`${jobs.estimatesentutc} IS NULL` },
  quoted: { statuses: [DRAFT, REVIEW], when: sql`${jobs.estimatesentutc} IS NOT NULL` },
  approved: { statuses: [APPROVE], when: sql`NOT ${isUsed}` },
  working: { statuses: [APPROVE], when: isUsed },
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

export const stageOfJob = sql<Stage | null>`CASE ${sql.join(cases, sql` `)} END`
