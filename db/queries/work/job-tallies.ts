import { and, asc, count, eq, gt, inArray, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { isInvoicedOrArchived } from '#db/job-status.ts'
import {
  categories,
  clients,
  job_categories,
  jobs,
  past_job_figures,
  workers,
} from '#db/schema/tenant/index.ts'
import {
  filtered,
  type GivenParams,
  inList,
  listItem,
  listItems,
  type Params,
  statement,
} from '#db/statement.ts'
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
import { countByStatus, isCountedFilter } from './jobs-lists.ts'

type Kind = (typeof past_job_figures.$inferSelect)['kind']

/** What is invoiced or archived is counted already, where nothing narrows it; the rest is looked at. */
function splitKept(filter: JobFilter): { looked: JobFilter; kept: readonly number[] } {
  if (!isCountedFilter(filter)) return { looked: filter, kept: [] }
  const looked = filter.statuses.filter((status) => !isInvoicedOrArchived(status))
  return { looked: { ...filter, statuses: looked }, kept: filter.statuses.filter(isInvoicedOrArchived) }
}

type KeptValues = { boards: readonly string[]; after?: string }
type KeptShape = { kind: Kind; statuses: readonly number[] }

const kept = filtered((q, p: GivenParams<KeptValues>, { kind, statuses }: KeptShape) =>
  q
    .select({ value: past_job_figures.value, count: sql<number>`sum(${past_job_figures.jobs})`.as('n') })
    .from(past_job_figures)
    .where(
      and(
        eq(past_job_figures.kind, kind),
        inList(past_job_figures.boardid, p.boards as Placeholder<string, readonly string[]>),
        inArray(past_job_figures.status, [...statuses]),
        p.after && gt(past_job_figures.value, p.after),
      ),
    )
    .groupBy(past_job_figures.value)
    .having(sql`sum(${past_job_figures.jobs}) > 0`),
)

type Statuses = readonly number[]

function keptBy(
  db: TenantDb,
  kind: Kind,
  { boards, boardid }: JobFilter,
  statuses: Statuses,
  after?: string,
) {
  if (statuses.length === 0) return []
  const among = boards.filter((id) => !boardid || id === boardid)
  return kept.all(db, { boards: among, after }, { kind, statuses })
}

type Counts = { value: string; count: number }[]

const lookedBy = (value: SQL | typeof jobs.assignee, byCategory = false) =>
  filtered((q, p: GivenParams<JobFilterValues>, shape: JobFilterShape) => {
    const found = q
      .select({ value: sql<string>`coalesce(${value}, '')`.as('value'), count: count() })
      .from(jobs)
      .$dynamic()
    if (byCategory) found.leftJoin(job_categories, eq(job_categories.jobid, jobs.id))
    if (p.like0) found.leftJoin(clients, isClientOfJob)
    return found.where(matchesJobFilter(p, shape)).groupBy(sql`1`)
  })
const lookedByCategory = lookedBy(sql`${job_categories.categoryid}`, true)
const lookedByAssignee = lookedBy(jobs.assignee)

const categoryNames = statement((q, p: Params<{ ids: readonly string[] }>) =>
  q
    .select({ id: categories.id, name: categories.name, colour: categories.colour })
    .from(listItems(p.ids))
    .crossJoin(categories)
    .where(eq(categories.id, listItem)),
)
const workerNames = statement((q, p: Params<{ ids: readonly string[] }>) =>
  q
    .select({ id: workers.id, name: workers.name })
    .from(listItems(p.ids))
    .crossJoin(workers)
    .where(eq(workers.id, listItem)),
)

type Named = { id: string; name: string; colour?: string | null }
type JobTally = { id: string | null; name: string | null; colour?: string | null; count: number }

/** The most first; whatever has no name is one. */
function tally(looked: Counts, past: Counts, named: (ids: string[]) => Named[]): JobTally[] {
  const counts = new Map<string, number>()
  for (const { value, count } of [...looked, ...past]) counts.set(value, (counts.get(value) ?? 0) + count)
  const names = new Map(named([...counts.keys()]).map((row) => [row.id, row]))
  const rows = [...counts].map(([id, count]) => ({ ...(names.get(id) ?? { id: null, name: null }), count }))
  return rows.toSorted((a, b) => b.count - a.count || ((a.name ?? '') < (b.name ?? '') ? -1 : 1))
}

/** A job counts under each of its categories. */
export function countByCategory(db: TenantDb, filter: JobFilter): JobTally[] {
  const { looked, kept } = splitKept(filter)
  const open = lookedByCategory.all(db, bindJobFilter(looked), jobFilterShape(looked))
  return tally(open, keptBy(db, 'category', filter, kept), (ids) => categoryNames.all(db, { ids }))
}

export function countByAssignee(db: TenantDb, filter: JobFilter): JobTally[] {
  const { looked, kept } = splitKept(filter)
  const open = lookedByAssignee.all(db, bindJobFilter(looked), jobFilterShape(looked))
  return tally(open, keptBy(db, 'assignee', filter, kept), (ids) => workerNames.all(db, { ids }))
}

const instants = filtered((q, p: GivenParams<JobFilterValues>, shape: JobFilterShape) => {
  const found = q.select({ created: jobs.created }).from(jobs).$dynamic()
  if (p.like0) found.leftJoin(clients, isClientOfJob)
  return found.where(matchesJobFilter(p, shape)).orderBy(asc(jobs.created))
})

const counted = filtered((q, p: GivenParams<JobFilterValues>, shape: JobFilterShape) =>
  q.select({ n: count() }).from(jobs).where(matchesJobFilter(p, shape)),
)

/** How many there are, and how many of them were made at each of the instants, which go back in time, or later. */
export function countCreatedSince(db: TenantDb, filter: JobFilter, since: readonly string[]) {
  const { looked, kept } = splitKept(filter)
  const open = instants.all(db, bindJobFilter(looked), jobFilterShape(looked)).map(({ created }) => created)
  const dayOf = (instant: string) => instant.slice(0, 10)
  const days = keptBy(db, 'created', filter, kept, dayOf(since.at(-1) as string))
  // Whole days are kept; what is left of the day of an instant is counted.
  const restOfDay = (instant: string) => {
    const rest = { ...filter, statuses: kept, from: instant, before: `${dayOf(instant)}T24` }
    return kept.length === 0 ? 0 : (counted.get(db, bindJobFilter(rest), jobFilterShape(rest))?.n ?? 0)
  }
  return {
    total: countByStatus(db, filter).reduce((sum, row) => sum + row.count, 0),
    since: since.map(
      (instant) =>
        open.filter((created) => created >= instant).length +
        days.reduce((sum, { value, count }) => sum + (value > dayOf(instant) ? count : 0), 0) +
        restOfDay(instant),
    ),
  }
}
