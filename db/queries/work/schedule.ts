import { and, asc, eq, ne, type Placeholder, sql } from 'drizzle-orm'
import { ARCHIVED, COMPLETE, TO_APPROVE } from '#db/job-status.ts'
import { categories, clients, job_categories, jobs, workers } from '#db/schema/tenant/index.ts'
import { LAST_SCHEDULED_DAY } from '#db/schema/tenant/jobs.ts'
import {
  filtered,
  type GivenParams,
  inList,
  isTrue,
  listItem,
  listItems,
  type Params,
  type RowOf,
  statement,
} from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'
import { isOnLanes } from './on-lanes.ts'

const lastDay = sql.raw(LAST_SCHEDULED_DAY)

/** In the words of the indexes. */
const isScheduled = sql`template = 0 AND start IS NOT NULL AND ${jobs.status} <= ${sql.raw(String(ARCHIVED))}`

const firstColour = sql<string | null>`(SELECT k.colour FROM ${job_categories} jk
  JOIN ${categories} k ON k.id = jk.categoryid WHERE jk.jobid = ${jobs.id} ORDER BY k.name LIMIT 1)`

const shown = {
  id: jobs.id,
  version: jobs.editedversion,
  reference: jobs.reference,
  description: jobs.description,
  status: jobs.status,
  critical: jobs.critical,
  assignee: jobs.assignee,
  start: jobs.start,
  end: sql<string | null>`coalesce(${jobs.scheduledend}, ${jobs.start})`.as('end'),
  visittime: jobs.visittime,
  finish: jobs.finish,
  minutes: jobs.scheduledminutes,
  done: isTrue(sql`${jobs.status} >= ${sql.raw(String(COMPLETE))}`),
  clientname: clients.name,
  colour: firstColour.as('colour'),
}

type Scope = { boardid: string; locations?: readonly string[]; from: string; to: string }

const ofBoard = filtered((q, p: GivenParams<Scope>, _: object) =>
  q
    .select(shown)
    .from(jobs)
    .leftJoin(clients, eq(clients.id, jobs.client))
    .where(
      and(
        isScheduled,
        eq(jobs.boardid, p.boardid as Placeholder),
        sql`${lastDay} >= ${p.from}`,
        sql`${jobs.start} <= ${p.to}`,
        p.locations && inList(jobs.location, p.locations),
      ),
    )
    .orderBy(asc(jobs.start), asc(jobs.id)),
)

export type ScheduledRow = RowOf<typeof ofBoard>

type Asked = { boardid: string; locations: readonly string[] | null }

/** Jobs of a board that are planned on a day between two, by their first. */
export const listScheduled = (db: TenantDb, { locations, ...asked }: Asked & { from: string; to: string }) =>
  ofBoard.all(db, { ...asked, locations: locations ?? undefined }, {})

const undated = filtered((q, p: GivenParams<{ boardid: string; locations?: readonly string[] }>, _: object) =>
  q
    .select(shown)
    .from(jobs)
    .leftJoin(clients, eq(clients.id, jobs.client))
    .where(
      and(
        isOnLanes,
        sql`${jobs.status} ${sql.raw(TO_APPROVE)}`,
        sql`${jobs.start} IS NULL`,
        eq(jobs.boardid, p.boardid as Placeholder),
        p.locations && inList(jobs.location, p.locations),
      ),
    )
    .orderBy(asc(sql`coalesce(${jobs.finish}, '9999')`), asc(jobs.id)),
)

/** Jobs of a board that are still to do and have no day; what is due first stands first. */
export const listUnscheduled = (db: TenantDb, { boardid, locations }: Asked) =>
  undated.all(db, { boardid, locations: locations ?? undefined }, {})

const coming = filtered(
  (
    q,
    p: GivenParams<{
      boards: readonly string[]
      locations?: readonly string[]
      from: string
      before: string
      most: number
    }>,
    _: object,
  ) =>
    q
      .select({ id: jobs.id, seq: jobs.seq, status: jobs.status })
      .from(sql`${jobs} INDEXED BY jobs_scheduled`)
      .where(
        and(
          sql`template = 0 AND start IS NOT NULL`,
          sql`${jobs.status} ${sql.raw(TO_APPROVE)}`,
          inList(jobs.boardid, p.boards as Placeholder<string, readonly string[]>),
          sql`${lastDay} >= ${p.from}`,
          sql`${jobs.start} < ${p.before}`,
          p.locations && inList(jobs.location, p.locations),
        ),
      )
      .orderBy(asc(jobs.start), asc(jobs.id))
      .limit(p.most as Placeholder<string, number>),
)

type Coming = {
  boards: readonly string[]
  locations: readonly string[] | null
  from: string
  before: string
  most: number
}

/** Jobs of boards that are still to do and planned on a day between two, what begins first before the rest. */
export const listComing = (db: TenantDb, { locations, ...asked }: Coming) =>
  coming.all(db, { ...asked, locations: locations ?? undefined }, {})

type PlannedFor = { workers: readonly string[]; from: string; to: string; besides: string }

const byWorkers = statement((q, p: Params<PlannedFor>) =>
  q
    .select({
      id: jobs.id,
      boardid: jobs.boardid,
      location: jobs.location,
      reference: jobs.reference,
      assignee: sql<string>`${jobs.assignee}`.as('assignee'),
      start: sql<string>`${jobs.start}`.as('start'),
      end: sql<string>`${lastDay}`.as('end'),
      visittime: jobs.visittime,
      finish: jobs.finish,
      minutes: jobs.scheduledminutes,
      done: isTrue(sql`${jobs.status} >= ${sql.raw(String(COMPLETE))}`),
    })
    .from(listItems(p.workers))
    .crossJoin(jobs)
    .where(
      and(
        eq(jobs.assignee, listItem),
        ne(jobs.boardid, p.besides),
        isScheduled,
        sql`${lastDay} >= ${p.from}`,
        sql`${jobs.start} <= ${p.to}`,
      ),
    ),
)

export type PlannedRow = RowOf<typeof byWorkers>

/** What people are planned for between two days, on any board but one. */
export const listPlannedJobs = (
  db: TenantDb,
  { besides = '', ...asked }: Omit<PlannedFor, 'besides'> & { besides?: string },
) => byWorkers.all(db, { ...asked, besides })

const named = statement((q, p: Params<{ ids: readonly string[] }>) =>
  q
    .select({ id: workers.id, name: workers.name, archived: workers.archived })
    .from(listItems(p.ids))
    .crossJoin(workers)
    .where(eq(workers.id, listItem))
    .orderBy(asc(workers.name)),
)

export const listWorkersById = (db: TenantDb, ids: readonly string[]) => named.all(db, { ids })

const one = statement((q, p: Params<{ id: string }>) =>
  q
    .select({ ...shown, scheduledend: jobs.scheduledend, assigneename: workers.name })
    .from(jobs)
    .leftJoin(clients, eq(clients.id, jobs.client))
    .leftJoin(workers, eq(workers.id, jobs.assignee))
    .where(eq(jobs.id, p.id)),
)

export const findScheduledJob = (db: TenantDb, id: string) => one.get(db, { id })
