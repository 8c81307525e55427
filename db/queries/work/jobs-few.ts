import { and, eq, type Placeholder, sql } from 'drizzle-orm'
import { isLane } from '#db/job-status.ts'
import { clients, job_categories, jobs } from '#db/schema/tenant/index.ts'
import { filtered, type GivenParams, type Params, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'
import {
  bindJobFilter,
  isClientOfJob,
  type JobFilter,
  type JobFilterShape,
  type JobFilterValues,
  jobFilterShape,
  matchesJobFilter,
} from './job-filter.ts'

/** To look at so many takes some milliseconds; of more, the newest are found soon in the order of all. */
const FEW = 1000

const ofCategory = statement((q, p: Params<{ id: string; most: number }>) =>
  q
    .select({ id: job_categories.jobid })
    .from(job_categories)
    .where(eq(job_categories.categoryid, p.id))
    .limit(p.most as Placeholder),
)

const jobsBy = (column: typeof jobs.assignee | typeof jobs.client | typeof jobs.location) =>
  statement((q, p: Params<{ id: string; most: number }>) =>
    q
      .select({ id: jobs.id })
      .from(jobs)
      .where(eq(column, p.id))
      .limit(p.most as Placeholder),
  )
const ofAssignee = jobsBy(jobs.assignee)
const ofClient = jobsBy(jobs.client)
const ofLocation = jobsBy(jobs.location)

const among = filtered((q, p: GivenParams<JobFilterValues & { few: string }>, shape: JobFilterShape) => {
  const found = q
    .select({ id: jobs.id })
    .from(sql`(SELECT value AS id FROM json_each(${p.few})) AS few`)
    .crossJoin(jobs)
    .$dynamic()
  if (p.like0) found.leftJoin(clients, isClientOfJob)
  return found.where(and(eq(jobs.id, sql`few.id`), matchesJobFilter(p, shape)))
})

type Found = { ids: string[]; more: boolean; cut?: boolean }

/** Past jobs of a client, location, category or person that has few: those of all years stand between them. */
export function findFewJobs(db: TenantDb, filter: JobFilter): Found | undefined {
  const { category, assignee, statuses, template, client, location } = filter
  if (template || statuses.every(isLane)) return
  const few =
    (client && ofClient.all(db, { id: client, most: FEW + 1 })) ||
    (location && ofLocation.all(db, { id: location, most: FEW + 1 })) ||
    (category && ofCategory.all(db, { id: category, most: FEW + 1 })) ||
    (assignee && assignee !== 'none' && ofAssignee.all(db, { id: assignee, most: FEW + 1 }))
  if (!few || few.length > FEW) return
  const values = { ...bindJobFilter(filter), few: JSON.stringify(few.map(({ id }) => id)) }
  return { ids: among.all(db, values, jobFilterShape(filter)).map(({ id }) => id), more: false }
}
