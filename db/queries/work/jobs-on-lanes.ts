import { and, eq, exists, inArray, isNull, type Placeholder, sql } from 'drizzle-orm'
import type { QueryBuilder, SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { COMPLETE, FROM_COMPLETE, ON_LANES } from '#db/job-status.ts'
import { bindSearch, containsBound, type SearchPatterns } from '#db/queries/lists.ts'
import {
  categories,
  clients,
  job_categories,
  job_figures,
  jobs,
  lanes,
  locations,
  workers,
} from '#db/schema/tenant/index.ts'
import { filtered, type GivenParams, inList, type Params, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'
import { isInStage, type Stage } from './job-stages.ts'
import { isOnLanes } from './on-lanes.ts'

const figures = statement((q, p: Params<{ boardid: string }>) =>
  q
    .select({
      status: job_figures.status,
      completed: job_figures.completed,
      jobs: job_figures.jobs,
      quotedcents: job_figures.quotedcents,
    })
    .from(job_figures)
    .where(and(eq(job_figures.boardid, p.boardid), sql`${job_figures.status} ${sql.raw(ON_LANES)}`)),
)

/** Of all jobs of a board's lanes, by lane and day of completion, '' before. */
export const laneFigures = (db: TenantDb, boardid: string) => figures.all(db, { boardid })

const stamp = statement((q, p: Params<{ boardid: string; status: number }>) =>
  q
    .select({ changed: lanes.changed })
    .from(lanes)
    .where(and(eq(lanes.boardid, p.boardid), eq(lanes.status, p.status))),
)

export const laneChanges = (db: TenantDb, boardid: string, status: number): number =>
  stamp.get(db, { boardid, status })?.changed ?? 0

const isCompleteOnBoard = (
  boardid: unknown,
) => sql`${jobs.template} = 0 AND ${jobs.status} ${sql.raw(FROM_COMPLETE)}
  AND ${eq(jobs.status, COMPLETE)} AND ${jobs.boardid} = ${boardid}`

const recent = statement((q, p: Params<{ boardid: string; since: string }>) =>
  q
    .select({ id: jobs.id })
    .from(jobs)
    .where(sql`${isCompleteOnBoard(p.boardid)} AND ${jobs.completed} >= ${p.since}`)
    .unionAll(
      q
        .select({ id: jobs.id })
        .from(jobs)
        .where(sql`${isCompleteOnBoard(p.boardid)} AND ${jobs.completed} IS NULL`),
    ),
)

export const listCompletedSince = (db: TenantDb, boardid: string, since: string): string[] =>
  recent.all(db, { boardid, since }).map(({ id }) => id)

/** Ids; assignee `none`: nobody's. */
export type LaneFilter = {
  client?: string
  category?: string
  assignee?: string
  stage?: Stage | ''
  critical?: boolean
  text?: string
}

type Sought = { boardid: string; filter: LaneFilter; locations: readonly string[] | null }
type Values = {
  boardid: string
  locations?: readonly string[]
  client?: string
  category?: string
  assignee?: string
} & SearchPatterns
type Shape = { unassigned: boolean; critical: boolean; stage?: Stage }

const categoryNames = sql`(SELECT group_concat(${categories.name}, ' ') FROM ${job_categories}
  JOIN ${categories} ON ${categories.id} = ${job_categories.categoryid} WHERE ${job_categories.jobid} = ${jobs.id})`

const matching = filtered((q, p: GivenParams<Values>, { unassigned, critical, stage }: Shape) =>
  q
    .select({
      id: jobs.id,
      status: jobs.status,
      completed: jobs.completed,
      quotedcents: jobs.quotedcents,
    })
    .from(jobs)
    .leftJoin(clients, eq(clients.id, jobs.client))
    .leftJoin(locations, eq(locations.id, jobs.location))
    .leftJoin(workers, eq(workers.id, jobs.assignee))
    .where(
      and(
        isOnLanes,
        eq(jobs.boardid, p.boardid as Placeholder),
        p.locations && inList(jobs.location, p.locations as Placeholder<string, readonly string[]>),
        p.client && eq(jobs.client, p.client),
        unassigned ? isNull(jobs.assignee) : p.assignee && eq(jobs.assignee, p.assignee),
        stage && isInStage(stage),
        critical ? eq(jobs.critical, true) : undefined,
        p.category &&
          exists(
            q
              .select({ one: sql`1` })
              .from(job_categories)
              .where(and(eq(job_categories.jobid, jobs.id), eq(job_categories.categoryid, p.category))),
          ),
        containsBound(
          [jobs.reference, jobs.description, clients.name, locations.name, workers.name, categoryNames],
          p,
        ),
      ),
    ),
)

/** Reads all jobs of the board's lanes: for a search and for who sees some locations alone. */
export const listMatching = (db: TenantDb, { boardid, filter, locations }: Sought) =>
  matching.all(
    db,
    {
      boardid,
      locations: locations ?? undefined,
      client: filter.client || undefined,
      category: filter.category || undefined,
      assignee: (filter.assignee !== 'none' && filter.assignee) || undefined,
      ...bindSearch(filter.text),
    },
    {
      unassigned: filter.assignee === 'none',
      critical: filter.critical === true,
      stage: filter.stage || undefined,
    },
  )

type Seen = { boardid: string; locations: readonly string[] | null }

const onLanes = (q: QueryBuilder, column: SQLiteColumn, p: GivenParams<Values>) =>
  q
    .selectDistinct({ id: column })
    .from(jobs)
    .where(
      and(
        isOnLanes,
        eq(jobs.boardid, p.boardid as Placeholder),
        p.locations && inList(jobs.location, p.locations as Placeholder<string, readonly string[]>),
      ),
    )

const ofClients = filtered((q, p: GivenParams<Values>, _: object) =>
  q
    .select({ id: clients.id, name: clients.name })
    .from(clients)
    .where(inArray(clients.id, onLanes(q, jobs.client, p)))
    .orderBy(sql`${clients.name} COLLATE NOCASE`),
)

const ofWorkers = filtered((q, p: GivenParams<Values>, _: object) =>
  q
    .select({ id: workers.id, name: workers.name })
    .from(workers)
    .where(inArray(workers.id, onLanes(q, jobs.assignee, p)))
    .orderBy(sql`${workers.name} COLLATE NOCASE`),
)

const ofJobs = statement((q) =>
  q
    .select({ id: categories.id, name: categories.name, colour: categories.colour })
    .from(categories)
    .where(and(eq(categories.jobcategory, true), eq(categories.archived, false)))
    .orderBy(sql`${categories.name} COLLATE NOCASE`),
)

/** Clients and workers of the jobs on the lanes, and all categories of jobs. */
export function listLaneChoices(db: TenantDb, { boardid, locations }: Seen) {
  const values = { boardid, locations: locations ?? undefined }
  return {
    clients: ofClients.all(db, values, {}),
    categories: ofJobs.all(db),
    assignees: ofWorkers.all(db, values, {}),
  }
}
