import { and, eq, gte, inArray, isNull, lt, lte, or, type Placeholder, type SQL, sql } from 'drizzle-orm'
import {
  COMPLETE,
  FROM_COMPLETE,
  isFromComplete,
  isInvoicedOrArchived,
  isLane,
  ON_LANES,
  REMOVED,
} from '#db/job-status.ts'
import { bindSearch, containsBound, type SearchPatterns } from '#db/queries/lists.ts'
import { clients, job_categories, jobs } from '#db/schema/tenant/index.ts'
import { type GivenParams, inList } from '#db/statement.ts'
import { isInStage, type Stage } from './job-stages.ts'
import { isFindable } from './visible-jobs.ts'

export type JobFilter = {
  boards: readonly string[]
  locations: readonly string[] | null
  statuses: readonly number[]
  template?: boolean
  boardid?: string
  client?: string
  location?: string
  category?: string
  assignee?: string
  from?: string
  before?: string
  /** Calendar dates of `completed`, both included. */
  completedfrom?: string
  completedupto?: string
  /** Also what is complete since before then. */
  completedbefore?: string
  duefrom?: string
  duebefore?: string
  approved?: boolean
  search?: string
  stage?: Stage
}

/** What is looked for, and of what is only told whether it is there. */
export type JobFilterValues = Omit<
  JobFilter,
  'locations' | 'statuses' | 'template' | 'search' | 'stage' | 'approved'
> & {
  locations?: readonly string[]
  /** These alone: what a search of the same filter found. */
  ids?: readonly string[]
} & SearchPatterns
export type JobFilterShape = {
  template: boolean
  statuses: readonly number[]
  unassigned: boolean
  uncategorised: boolean
  approved: boolean
  stage?: Stage
}

export const bindJobFilter = ({
  boards,
  locations,
  boardid,
  client,
  location,
  category,
  assignee,
  from,
  before,
  ...filter
}: JobFilter): JobFilterValues => ({
  boards,
  locations: locations ?? undefined,
  boardid: boardid || undefined,
  client: client || undefined,
  location: location || undefined,
  category: (category !== 'none' && category) || undefined,
  completedfrom: filter.completedfrom || undefined,
  completedupto: filter.completedupto || undefined,
  assignee: (assignee !== 'none' && assignee) || undefined,
  from: from || undefined,
  before: before || undefined,
  duefrom: filter.duefrom || undefined,
  duebefore: filter.duebefore || undefined,
  completedbefore: filter.completedbefore || undefined,
  ...bindSearch(filter.search),
})

export const jobFilterShape = ({
  template = false,
  statuses,
  assignee,
  category,
  approved = false,
  stage,
}: JobFilter): JobFilterShape => ({
  template,
  statuses: [...new Set(statuses)].sort(),
  unassigned: assignee === 'none',
  uncategorised: category === 'none',
  approved,
  stage,
})

export function matchesJobFilter(
  p: GivenParams<JobFilterValues>,
  { template, statuses, unassigned, uncategorised, approved, stage }: JobFilterShape,
): SQL | undefined {
  // What a search found fits already, and is looked up by nothing else.
  if (p.ids) return inList(jobs.id, p.ids as Placeholder<string, readonly string[]>)
  const onBoards = p.boards as Placeholder<string, readonly string[]>
  // Of past jobs an order is read from an index that names no board, which the plus keeps SQLite to.
  const board = p.boardid || !statuses.every(isLane) ? sql`+${jobs.boardid}` : jobs.boardid
  return and(
    template ? sql`${jobs.template} = 1` : sql`${jobs.template} = 0`,
    inStatuses(statuses, p),
    statuses.includes(REMOVED) ? isFindable : undefined,
    stage && isInStage(stage),
    p.boardid && (template ? sql`+${jobs.boardid} = ${p.boardid}` : isOnBoard(p.boardid, statuses)),
    inList(board, onBoards),
    p.locations && inList(jobs.location, p.locations),
    p.client && eq(jobs.client, p.client),
    p.location && eq(jobs.location, p.location),
    uncategorised ? hasNoCategory : p.category && isOfCategory(p.category),
    approved ? sql`${jobs.approvedutc} IS NOT NULL` : undefined,
    p.completedfrom && gte(jobs.completed, p.completedfrom),
    p.completedupto && lte(jobs.completed, p.completedupto),
    unassigned ? isNull(jobs.assignee) : p.assignee && eq(jobs.assignee, p.assignee),
    p.from && gte(jobs.created, p.from),
    p.before && lt(jobs.created, p.before),
    p.duefrom && gte(jobs.finish, p.duefrom),
    p.duebefore && lt(jobs.finish, p.duebefore),
    containsBound([jobs.reference, jobs.description, jobs.customerreference, clients.name], p),
  )
}

/** All jobs of a board have an index of their own, in these words. */
const isOnBoard = (boardid: Placeholder, statuses: readonly number[]) =>
  statuses.every(isLane) || statuses.every(isInvoicedOrArchived)
    ? eq(jobs.boardid, boardid)
    : sql`${jobs.boardid} || '' = ${boardid}`

const isOfCategory = (category: Placeholder) =>
  sql`EXISTS (SELECT 1 FROM ${job_categories} WHERE ${job_categories.jobid} = ${jobs.id} AND ${job_categories.categoryid} = ${category})`

const hasNoCategory = sql`NOT EXISTS (SELECT 1 FROM ${job_categories} WHERE ${job_categories.jobid} = ${jobs.id})`

/** Their names, which only a search and one order ask for: SQLite would look each one up for a count as well. */
export const isClientOfJob = eq(clients.id, jobs.client)

/** In the words of the two partial indexes, so that they are used where they can be. */
function inStatuses(
  statuses: readonly number[],
  { completedbefore }: GivenParams<Pick<JobFilterValues, 'completedbefore'>>,
): SQL | undefined {
  const listed = inArray(jobs.status, [...statuses])
  const old = completedbefore && and(eq(jobs.status, COMPLETE), lt(jobs.completed, completedbefore))
  const some = old ? or(listed, old) : listed
  if (statuses.every(isLane)) return and(sql`${jobs.status} ${sql.raw(ON_LANES)}`, some)
  return statuses.every(isFromComplete) ? and(sql`${jobs.status} ${sql.raw(FROM_COMPLETE)}`, some) : some
}
