import { and, desc, eq, type Placeholder, sql } from 'drizzle-orm'
import { isLane } from '#db/job-status.ts'
import { type Hits, MOST_FOUND, newestHits, planSearch } from '#db/queries/search/index-hits.ts'
import { isIndexed } from '#db/queries/search/index-slice.ts'
import { clients, jobs } from '#db/schema/tenant/index.ts'
import { filtered, type GivenParams } from '#db/statement.ts'
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

type Values = JobFilterValues & Partial<Hits> & { most: number }
type Params = GivenParams<Values>

const NEWEST = 2_000

const most = (p: Params) => p.most as Placeholder

const byWords = filtered((q, p: Params, shape: JobFilterShape) =>
  q
    .select({ id: jobs.id })
    .from(newestHits('job', p))
    .crossJoin(jobs)
    .leftJoin(clients, isClientOfJob)
    .where(and(eq(jobs.id, sql`hits.recordid`), matchesJobFilter(p, shape)))
    .limit(most(p)),
)

const byClient = filtered((q, p: Params, shape: JobFilterShape) =>
  q
    .select({ id: jobs.id })
    .from(newestHits('client', p))
    .crossJoin(jobs)
    .leftJoin(clients, isClientOfJob)
    .where(and(eq(jobs.client, sql`hits.recordid`), matchesJobFilter(p, shape)))
    .limit(most(p)),
)

const amongNewest = filtered((q, p: Params, shape: JobFilterShape) => {
  const newest = q
    .select({ id: jobs.id })
    .from(jobs)
    .where(sql`${jobs.template} = 0`)
    .orderBy(desc(jobs.created), desc(jobs.id))
    .limit(NEWEST)
    .as('newest')
  return q
    .select({ id: jobs.id })
    .from(newest)
    .crossJoin(jobs)
    .leftJoin(clients, isClientOfJob)
    .where(and(eq(jobs.id, newest.id), matchesJobFilter(p, shape)))
    .limit(most(p))
})

/** `more`: there may be others, of which none is newer. */
type Found = { ids: string[]; more: boolean; cut?: boolean }

/** Undefined where there are few to look through: open jobs, templates and the jobs of a client. */
export function searchJobs(db: TenantDb, filter: JobFilter): Found | undefined {
  const { search, statuses, template, client } = filter
  if (!search?.trim() || template || client || statuses.every(isLane)) return
  if (!isIndexed(db, ['job', 'client'])) return
  const plan = planSearch(db, search, 'job', 'client')
  if (plan === null) return { ids: [], more: false }
  const values = { ...bindJobFilter(filter), most: MOST_FOUND + 1 }
  const shape = jobFilterShape(filter)
  const idsOf = (found: { id: string }[]) => found.map(({ id }) => id)
  if (!plan) return shorten(idsOf(amongNewest.all(db, values, shape)), true)
  // The index has looked at the words: to look again costs more than all the rest.
  const unsearched = { ...bindJobFilter({ ...filter, search: '' }), most: MOST_FOUND + 1 }
  const found = new Set(idsOf(byWords.all(db, { ...(plan.whole ? unsearched : values), ...plan.own }, shape)))
  for (const names of plan.linked) {
    if (found.size > plan.enough) break
    for (const id of idsOf(byClient.all(db, { ...(plan.whole ? unsearched : values), ...names }, shape)))
      found.add(id)
  }
  return shorten([...found], plan.more)
}

const shorten = (ids: string[], more: boolean): Found => ({
  ids: ids.slice(0, MOST_FOUND),
  more: more || ids.length > MOST_FOUND,
})
