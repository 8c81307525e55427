import { type SQL, sql } from 'drizzle-orm'
import { jobs, materials } from '#db/schema/tenant/index.ts'

const isUsed = sql`EXISTS (SELECT 1 FROM ${materials} AS m
  WHERE m.jobid = ${jobs.id} AND m.archived = 0 AND m.consumed <> 0)`

/** Where a job stands between asked and paid, in order; what is archived or removed has no stage. */
const conditions = {
  asked: sql`${jobs.status} IN (1, 2) AND ${jobs.estimatesentutc} IS NULL`,
  quoted: sql`${jobs.status} IN (1, 2) AND ${jobs.estimatesentutc} IS NOT NULL`,
  approved: sql`${jobs.status} = 3 AND NOT ${isUsed}`,
  working: sql`${jobs.status} = 3 AND ${isUsed}`,
  complete: sql`${jobs.status} = 4`,
  invoiced: sql`${jobs.status} = 5 AND ${jobs.paid} = 0`,
  paid: sql`${jobs.status} = 5 AND ${jobs.paid} = 1`,
}

export type Stage = keyof typeof conditions

export const stages = Object.keys(conditions) as Stage[]

export const stageStatuses: Record<Stage, readonly number[]> = {
  asked: [1, 2],
  quoted: [1, 2],
  approved: [3],
  working: [3],
  complete: [4],
  invoiced: [5],
  paid: [5],
}

export const isInStage = (stage: Stage): SQL => sql`(${conditions[stage]})`

const cases = stages.map((stage) => sql`WHEN ${conditions[stage]} THEN ${sql.raw(`'${stage}'`)}`)

export const stageOfJob = sql<Stage | null>`CASE ${sql.join(cases, sql` `)} END`
