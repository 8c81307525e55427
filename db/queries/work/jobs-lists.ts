import { and, asc, count, desc, eq, gt, inArray, lt, or, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { COMPLETE, isInvoicedOrArchived, isLane, REMOVED } from '#db/job-status.ts'
import { allowedSort, type Counted, countBounded, type ListQuery, TAKE } from '#db/queries/lists.ts'
import { MOST_FOUND } from '#db/queries/search/index-hits.ts'
import { clients, job_figures, jobs, lanes } from '#db/schema/tenant/index.ts'
import { filtered, type GivenParams, inList } from '#db/statement.ts'
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
import type { JobMark } from './jobs.ts'
import { findFewJobs } from './jobs-few.ts'
import { searchJobs } from './jobs-search.ts'

export type { JobFilter } from './job-filter.ts'

export type JobOrder = {
  sort?: string
  skip?: number
  take?: number
  uncounted?: boolean
  exact?: ListQuery['exact']
}

const places = (boardid: unknown) =>
  sql`(SELECT p.value AS id, p.key AS rank FROM ${lanes}, json_each(${lanes.jobids}) AS p WHERE ${lanes.boardid} = ${boardid}) AS places`

const sortable: Record<string, SQL[]> = {
  status: [sql`${jobs.status}`, sql`places.rank IS NULL`, sql`places.rank`],
  reference: [sql`length(${jobs.reference})`, sql`${jobs.reference}`],
  description: [sql`${jobs.description} COLLATE NOCASE`],
  client: [sql`${clients.name} COLLATE NOCASE`],
  created: [sql`${jobs.created}`],
  start: [sql`${jobs.start}`],
  finish: [sql`${jobs.finish}`],
  completed: [sql`${jobs.completed}`],
}

/** Of few jobs it is quicker to sort them than to look for them in the order of all: the plus keeps SQLite from it. */
function order(sort: string, few: boolean): SQL[] {
  const name = sort.replace(/^-/, '')
  const columns = sortable[name] as SQL[]
  const from = few ? columns.map((column) => sql`+${column}`) : columns
  return [...from, sql`${jobs.id}`].map((column) => (sort.startsWith('-') ? desc(column) : asc(column)))
}

const listed = filtered(
  (
    q,
    p: GivenParams<JobFilterValues & { take: number; skip: number }>,
    shape: JobFilterShape & { sort: string },
  ) => {
    const found = q.select({ id: jobs.id, seq: jobs.seq, status: jobs.status }).from(jobs).$dynamic()
    if (p.like0 || shape.sort.endsWith('client')) found.leftJoin(clients, isClientOfJob)
    // SQLite would look up each job's place whatever the order.
    if (shape.sort.endsWith('status')) found.leftJoin(places(p.boardid ?? ''), sql`places.id = ${jobs.id}`)
    return found
      .where(matchesJobFilter(p, shape))
      .orderBy(...order(shape.sort, Boolean(p.ids) || shape.template || shape.statuses.every(isLane)))
      .limit(p.take as Placeholder)
      .offset(p.skip as Placeholder)
  },
)

type Found = Counted & { marks: JobMark[] }

/** What an index holds; any other order sorts all that match. */
const INDEXED = ['created', 'completed']

/** The newest that match, where an order would sort jobs of all years. */
function newestJobs(db: TenantDb, filter: JobFilter, sort: string) {
  const { statuses, template, client } = filter
  if (INDEXED.includes(sort.replace(/^-/, '')) || template || client || statuses.every(isLane)) return
  const newest = statuses.every(isInvoicedOrArchived) ? '-completed' : '-created'
  const { marks } = listJobs(db, filter, { sort: newest, take: MOST_FOUND + 1, uncounted: true })
  const more = marks.length > MOST_FOUND
  return { ids: marks.slice(0, MOST_FOUND).map(({ id }) => id), more, cut: more }
}

export function listJobs(
  db: TenantDb,
  filter: JobFilter,
  { sort = 'status', skip = 0, take = TAKE, uncounted, exact }: JobOrder,
): Found {
  const found = exact
    ? undefined
    : (findFewJobs(db, filter) ?? searchJobs(db, filter) ?? newestJobs(db, filter, sort))
  const values = found
    ? { ...bindJobFilter({ ...filter, search: '' }), ids: found.ids }
    : bindJobFilter(filter)
  const marks = listed.all(
    db,
    { ...values, take, skip },
    { ...jobFilterShape(filter), sort: allowedSort(sortable, sort, 'status') },
  )
  if (uncounted) return { marks, total: marks.length }
  if (found) return { marks, total: found.ids.length, more: found.more, cut: found.cut }
  return { marks, ...countJobs(db, filter, marks.length, { skip, take, exact }) }
}

/** All of a board's jobs, or of all boards, are counted already, but removed ones: some are kept for history alone. */
export const isCountedFilter = ({ boards: _, boardid, statuses, completedbefore, ...rest }: JobFilter) =>
  !statuses.includes(REMOVED) && Object.values(rest).every((value) => !value)

const kept = filtered(
  (q, p: GivenParams<Pick<JobFilter, KeptNames>>, { statuses }: Pick<JobFilterShape, 'statuses'>) => {
    const old =
      p.completedbefore &&
      and(
        eq(job_figures.status, COMPLETE),
        gt(job_figures.completed, ''),
        lt(job_figures.completed, p.completedbefore),
      )
    return q
      .select({ status: job_figures.status, count: sql<number>`sum(${job_figures.jobs})` })
      .from(job_figures)
      .where(
        and(
          p.boardid && eq(job_figures.boardid, p.boardid),
          inList(sql`+${job_figures.boardid}`, p.boards as Placeholder<string, readonly string[]>),
          or(inArray(job_figures.status, [...statuses]), old || undefined),
        ),
      )
      .groupBy(job_figures.status)
  },
)
type KeptNames = 'boards' | 'boardid' | 'completedbefore'

const keptCounts = (db: TenantDb, filter: JobFilter) => {
  const { boards, boardid, completedbefore } = filter
  const values = {
    boards,
    boardid: boardid || undefined,
    completedbefore: completedbefore || undefined,
  }
  return kept.all(db, values, { statuses: jobFilterShape(filter).statuses })
}

const counted = filtered((q, p: GivenParams<JobFilterValues & { most: number }>, shape: JobFilterShape) => {
  const found = q.select({ id: jobs.id }).from(jobs).$dynamic()
  if (p.like0) found.leftJoin(clients, isClientOfJob)
  const few = found
    .where(matchesJobFilter(p, shape))
    .limit(p.most as Placeholder)
    .as('few')
  return q.select({ n: count() }).from(few)
})

function countJobs(
  db: TenantDb,
  filter: JobFilter,
  found: number,
  page: Pick<ListQuery, 'skip' | 'take' | 'exact'>,
): Counted {
  if (isCountedFilter(filter))
    return { total: keptCounts(db, filter).reduce((sum, row) => sum + row.count, 0) }
  return countBounded(
    found,
    page,
    (most) => counted.get(db, { ...bindJobFilter(filter), most }, jobFilterShape(filter))?.n ?? 0,
  )
}

const byStatus = filtered((q, p: GivenParams<JobFilterValues>, shape: JobFilterShape) => {
  const found = q.select({ status: jobs.status, count: count() }).from(jobs).$dynamic()
  if (p.like0) found.leftJoin(clients, isClientOfJob)
  return found.where(matchesJobFilter(p, shape)).groupBy(jobs.status)
})

export const countByStatus = (db: TenantDb, filter: JobFilter): { status: number; count: number }[] =>
  isCountedFilter(filter)
    ? keptCounts(db, filter)
    : byStatus.all(db, bindJobFilter(filter), jobFilterShape(filter))
