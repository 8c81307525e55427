import {
  and,
  asc,
  count,
  desc,
  eq,
  gte,
  inArray,
  isNull,
  lt,
  or,
  type Placeholder,
  type SQL,
  sql,
} from 'drizzle-orm'
import { COMPLETE, FROM_COMPLETE, isInvoicedOrArchived, isLane, ON_LANES } from '#db/job-status.ts'
import {
  allowedSort,
  bindSearch,
  containsBound,
  countTotal,
  type SearchPatterns,
  TAKE,
} from '#db/queries/lists.ts'
import { categories, clients, job_categories, jobs, lanes, workers } from '#db/schema/tenant/index.ts'
import { filtered, type GivenParams, inList } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'
import { isInStage, type Stage } from './job-stages.ts'
import type { JobMark } from './jobs.ts'

export type JobFilter = {
  boards: readonly string[]
  locations: readonly string[] | null
  statuses: readonly number[]
  template?: boolean
  boardid?: string
  client?: string
  assignee?: string
  from?: string
  before?: string
  /** Also what is complete since before then. */
  completedbefore?: string
  duebefore?: string
  search?: string
  stage?: Stage
}

export type JobOrder = {
  sort?: string
  skip?: number
  take?: number
  uncounted?: boolean
}

/** What is looked for, and of what is only told whether it is there. */
type Values = Omit<JobFilter, 'locations' | 'statuses' | 'template' | 'search' | 'stage'> & {
  locations?: readonly string[]
} & SearchPatterns
type Shape = { template: boolean; statuses: readonly number[]; unassigned: boolean; stage?: Stage }

const valuesOf = ({
  boards,
  locations,
  boardid,
  client,
  assignee,
  from,
  before,
  ...filter
}: JobFilter): Values => ({
  boards,
  locations: locations ?? undefined,
  boardid: boardid || undefined,
  client: client || undefined,
  assignee: (assignee !== 'none' && assignee) || undefined,
  from: from || undefined,
  before: before || undefined,
  duebefore: filter.duebefore || undefined,
  completedbefore: filter.completedbefore || undefined,
  ...bindSearch(filter.search),
})

const shapeOf = ({ template = false, statuses, assignee, stage }: JobFilter): Shape => ({
  template,
  statuses: [...new Set(statuses)].sort(),
  unassigned: assignee === 'none',
  stage,
})

function where(p: GivenParams<Values>, { template, statuses, unassigned, stage }: Shape): SQL | undefined {
  const onBoards = p.boards as Placeholder<string, readonly string[]>
  return and(
    template ? sql`${jobs.template} = 1` : sql`${jobs.template} = 0`,
    inStatuses(statuses, p.completedbefore),
    stage && isInStage(stage),
    p.boardid
      ? and(eq(jobs.boardid, p.boardid), inList(sql`+${jobs.boardid}`, onBoards))
      : inList(jobs.boardid, onBoards),
    p.locations && inList(jobs.location, p.locations),
    p.client && eq(jobs.client, p.client),
    unassigned ? isNull(jobs.assignee) : p.assignee && eq(jobs.assignee, p.assignee),
    p.from && gte(jobs.created, p.from),
    p.before && lt(jobs.created, p.before),
    p.duebefore && lt(jobs.finish, p.duebefore),
    containsBound([jobs.reference, jobs.description, jobs.customerreference, clients.name], p),
  )
}

/** Their names, which only a search and one order ask for: SQLite would look each one up for a count as well. */
const isClient = eq(clients.id, jobs.client)

const places = (boardid: unknown) =>
  sql`(SELECT p.value AS id, p.key AS rank FROM ${lanes}, json_each(${lanes.jobids}) AS p WHERE ${lanes.boardid} = ${boardid}) AS places`

/** In the words of the two partial indexes, so that they are used where they can be. */
function inStatuses(statuses: readonly number[], completedbefore?: Placeholder): SQL | undefined {
  const listed = inArray(jobs.status, [...statuses])
  const some = completedbefore
    ? or(listed, and(eq(jobs.status, COMPLETE), lt(jobs.completed, completedbefore)))
    : listed
  if (statuses.every(isLane)) return and(sql`${jobs.status} ${sql.raw(ON_LANES)}`, some)
  return statuses.every(isInvoicedOrArchived)
    ? and(sql`${jobs.status} ${sql.raw(FROM_COMPLETE)}`, some)
    : some
}

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
  const from = few && name === 'created' ? [sql`+${jobs.created}`] : columns
  return [...from, sql`${jobs.id}`].map((column) => (sort.startsWith('-') ? desc(column) : asc(column)))
}

const listed = filtered(
  (q, p: GivenParams<Values & { take: number; skip: number }>, shape: Shape & { sort: string }) => {
    const found = q.select({ id: jobs.id, seq: jobs.seq, status: jobs.status }).from(jobs).$dynamic()
    if (p.like0 || shape.sort.endsWith('client')) found.leftJoin(clients, isClient)
    // SQLite would look up each job's place whatever the order.
    if (shape.sort.endsWith('status')) found.leftJoin(places(p.boardid ?? ''), sql`places.id = ${jobs.id}`)
    return found
      .where(where(p, shape))
      .orderBy(...order(shape.sort, shape.statuses.every(isLane)))
      .limit(p.take as Placeholder)
      .offset(p.skip as Placeholder)
  },
)

export function listJobs(
  db: TenantDb,
  filter: JobFilter,
  { sort = 'status', skip = 0, take = TAKE, uncounted }: JobOrder,
): { marks: JobMark[]; total: number } {
  const marks = listed.all(
    db,
    { ...valuesOf(filter), take, skip },
    { ...shapeOf(filter), sort: allowedSort(sortable, sort, 'status') },
  )
  const total = () => countTotal(marks.length, { skip, take }, () => countJobs(db, filter))
  return { marks, total: uncounted ? marks.length : total() }
}

const counted = filtered((q, p: GivenParams<Values>, shape: Shape) => {
  const found = q.select({ n: count() }).from(jobs).$dynamic()
  if (p.like0) found.leftJoin(clients, isClient)
  return found.where(where(p, shape))
})

const countJobs = (db: TenantDb, filter: JobFilter): number =>
  counted.get(db, valuesOf(filter), shapeOf(filter))?.n ?? 0

type JobTally = { id: string | null; name: string | null; colour?: string | null; count: number }

const byStatus = filtered((q, p: GivenParams<Values>, shape: Shape) => {
  const found = q.select({ status: jobs.status, count: count() }).from(jobs).$dynamic()
  if (p.like0) found.leftJoin(clients, isClient)
  return found.where(where(p, shape)).groupBy(jobs.status)
})

export const countByStatus = (db: TenantDb, filter: JobFilter): { status: number; count: number }[] =>
  byStatus.all(db, valuesOf(filter), shapeOf(filter))

const byCategory = filtered((q, p: GivenParams<Values>, shape: Shape) => {
  const found = q
    .select({ id: categories.id, name: categories.name, colour: categories.colour, count: count() })
    .from(jobs)
    .leftJoin(job_categories, eq(job_categories.jobid, jobs.id))
    .leftJoin(categories, eq(categories.id, job_categories.categoryid))
    .$dynamic()
  if (p.like0) found.leftJoin(clients, isClient)
  return found.where(where(p, shape)).groupBy(categories.id).orderBy(desc(count()), asc(categories.name))
})

/** A job counts under each of its categories. */
export const countByCategory = (db: TenantDb, filter: JobFilter): JobTally[] =>
  byCategory.all(db, valuesOf(filter), shapeOf(filter))

const byAssignee = filtered((q, p: GivenParams<Values>, shape: Shape) => {
  const found = q
    .select({ id: workers.id, name: workers.name, count: count() })
    .from(jobs)
    .leftJoin(workers, eq(workers.id, jobs.assignee))
    .$dynamic()
  if (p.like0) found.leftJoin(clients, isClient)
  return found.where(where(p, shape)).groupBy(workers.id).orderBy(desc(count()), asc(workers.name))
})

export const countByAssignee = (db: TenantDb, filter: JobFilter): JobTally[] =>
  byAssignee.all(db, valuesOf(filter), shapeOf(filter))

const instants = filtered((q, p: GivenParams<Values>, shape: Shape) => {
  const found = q.select({ created: jobs.created }).from(jobs).$dynamic()
  if (p.like0) found.leftJoin(clients, isClient)
  return found.where(where(p, shape)).orderBy(asc(jobs.created))
})

export const createdInstants = (db: TenantDb, filter: JobFilter): string[] =>
  instants.all(db, valuesOf(filter), shapeOf(filter)).map(({ created }) => created)
