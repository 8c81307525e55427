import { and, asc, count, desc, eq, gte, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { contains, countTotal, TAKE } from '#db/queries/lists.ts'
import { categories, clients, job_categories, jobs, lanes, workers } from '#db/schema/tenant/index.ts'
import type { TenantDb } from '#db/types.ts'
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
  duebefore?: string
  search?: string
}

export type JobOrder = {
  sort?: string
  skip?: number
  take?: number
  uncounted?: boolean
}

function where(filter: JobFilter): SQL | undefined {
  const { boards, locations, statuses, template = false, boardid, client, assignee, from, before } = filter
  return and(
    template ? sql`${jobs.template} = 1` : sql`${jobs.template} = 0`,
    inStatuses(statuses),
    boardid ? undefined : inArray(jobs.boardid, [...boards]),
    locations ? inArray(jobs.location, [...locations]) : undefined,
    boardid ? and(eq(jobs.boardid, boardid), inArray(sql`+${jobs.boardid}`, [...boards])) : undefined,
    client ? eq(jobs.client, client) : undefined,
    assignee === 'none' ? isNull(jobs.assignee) : assignee ? eq(jobs.assignee, assignee) : undefined,
    from ? gte(jobs.created, from) : undefined,
    before ? lt(jobs.created, before) : undefined,
    filter.duebefore ? lt(jobs.finish, filter.duebefore) : undefined,
    contains([jobs.reference, jobs.description, jobs.customerreference, clients.name], filter.search),
  )
}

const places = (boardid = '') =>
  sql`(SELECT p.value AS id, p.key AS rank FROM ${lanes}, json_each(${lanes.jobids}) AS p WHERE ${lanes.boardid} = ${boardid}) AS places`

/** In the words of the two partial indexes, so that they are used where they can be. */
function inStatuses(statuses: readonly number[]): SQL | undefined {
  const some = inArray(jobs.status, [...statuses])
  if (statuses.every(isOnLane)) return and(sql`${jobs.status} BETWEEN 1 AND 4`, some)
  return statuses.every(isPast) ? and(sql`${jobs.status} BETWEEN 5 AND 6`, some) : some
}

const isOnLane = (status: number) => status >= 1 && status <= 4
const isPast = (status: number) => status === 5 || status === 6

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
function order(sort = 'status', few = false): SQL[] {
  const name = sort.replace(/^-/, '')
  const columns = (Object.hasOwn(sortable, name) && sortable[name]) || (sortable.status as SQL[])
  const from = few && name === 'created' ? [sql`+${jobs.created}`] : columns
  return [...from, sql`${jobs.id}`].map((column) => (sort.startsWith('-') ? desc(column) : asc(column)))
}

export function listJobs(
  db: TenantDb,
  filter: JobFilter,
  { sort, skip = 0, take = TAKE, uncounted }: JobOrder,
): { marks: JobMark[]; total: number } {
  const marks = db
    .select({ id: jobs.id, seq: jobs.seq, status: jobs.status })
    .from(jobs)
    .leftJoin(clients, eq(clients.id, jobs.client))
    .leftJoin(places(filter.boardid), sql`places.id = ${jobs.id}`)
    .where(where(filter))
    .orderBy(...order(sort, filter.statuses.every(isOnLane)))
    .limit(take)
    .offset(skip)
    .all()
  const total = () => countTotal(marks.length, { skip, take }, () => countJobs(db, filter))
  return { marks, total: uncounted ? marks.length : total() }
}

const countJobs = (db: TenantDb, filter: JobFilter): number =>
  db
    .select({ n: count() })
    .from(jobs)
    .leftJoin(clients, eq(clients.id, jobs.client))
    .where(where(filter))
    .get()?.n ?? 0

export type JobTally = { id: string | null; name: string | null; colour?: string | null; count: number }

export const countByStatus = (db: TenantDb, filter: JobFilter): { status: number; count: number }[] =>
  db
    .select({ status: jobs.status, count: count() })
    .from(jobs)
    .leftJoin(clients, eq(clients.id, jobs.client))
    .where(where(filter))
    .groupBy(jobs.status)
    .all()

/** A job counts under each of its categories. */
export const countByCategory = (db: TenantDb, filter: JobFilter): JobTally[] =>
  db
    .select({ id: categories.id, name: categories.name, colour: categories.colour, count: count() })
    .from(jobs)
    .leftJoin(clients, eq(clients.id, jobs.client))
    .leftJoin(job_categories, eq(job_categories.jobid, jobs.id))
    .leftJoin(categories, eq(categories.id, job_categories.categoryid))
    .where(where(filter))
    .groupBy(categories.id)
    .orderBy(desc(count()), asc(categories.name))
    .all()

export const countByAssignee = (db: TenantDb, filter: JobFilter): JobTally[] =>
  db
    .select({ id: workers.id, name: workers.name, count: count() })
    .from(jobs)
    .leftJoin(clients, eq(clients.id, jobs.client))
    .leftJoin(workers, eq(workers.id, jobs.assignee))
    .where(where(filter))
    .groupBy(workers.id)
    .orderBy(desc(count()), asc(workers.name))
    .all()

export const createdInstants = (db: TenantDb, filter: JobFilter): string[] =>
  db
    .select({ created: jobs.created })
    .from(jobs)
    .leftJoin(clients, eq(clients.id, jobs.client))
    .where(where(filter))
    .orderBy(asc(jobs.created))
    .all()
    .map(({ created }) => created)
