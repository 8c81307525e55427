import { and, asc, eq, isNull, ne, type SQL, sql } from 'drizzle-orm'
import type { QueryBuilder } from 'drizzle-orm/sqlite-core'
import { nameIn } from '#db/queries/names.ts'
import { inventory, job_steps, jobs, time_entries, workers } from '#db/schema/tenant/index.ts'
import { prepared } from '#db/sqlite.ts'
import { inList, type Params, type RowOf, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'

type Ids = { ids: readonly string[] }

const columns = {
  id: time_entries.id,
  version: time_entries.version,
  archived: time_entries.archived,
  createdutc: time_entries.createdutc,
  jobid: time_entries.jobid,
  jobstepid: time_entries.jobstepid,
  stepname: job_steps.name,
  workerid: time_entries.workerid,
  workername: workers.name,
  date: time_entries.date,
  startutc: time_entries.startutc,
  endutc: time_entries.endutc,
  seconds: time_entries.seconds,
  costseconds: time_entries.costseconds,
  costrate: time_entries.costrate,
  detail: time_entries.detail,
  inventoryid: time_entries.inventoryid,
  inventorycode: inventory.code,
  inventoryname: nameIn(inventory),
  billable: time_entries.billable,
  unconfirmed: time_entries.unconfirmed,
  materialid: time_entries.materialid,
}

const selectEntries = (q: QueryBuilder) =>
  q
    .select(columns)
    .from(time_entries)
    .innerJoin(workers, eq(workers.id, time_entries.workerid))
    .leftJoin(job_steps, eq(job_steps.id, time_entries.jobstepid))
    .leftJoin(inventory, eq(inventory.id, time_entries.inventoryid))

const byId = statement((q, p: Params<{ id: string }>) => selectEntries(q).where(eq(time_entries.id, p.id)))

export type TimeEntryRow = RowOf<typeof byId>

export const timeEntryById = (db: TenantDb, id: string) => byId.get(db, { id })

const byIds = statement((q, p: Params<Ids>) => selectEntries(q).where(inList(time_entries.id, p.ids)))

/** By id; an id that is not there has none. */
export const timeEntriesByIds = (db: TenantDb, ids: readonly string[]): Map<string, TimeEntryRow> =>
  new Map(byIds.all(db, { ids }).map((row) => [row.id, row]))

const byTime = [asc(time_entries.date), asc(time_entries.startutc), asc(time_entries.id)]

const byJob = statement((q, p: Params<{ jobid: string }>) =>
  selectEntries(q)
    .where(and(eq(time_entries.jobid, p.jobid), eq(time_entries.archived, false)))
    .orderBy(...byTime),
)

export const listTimeEntries = (db: TenantDb, jobid: string): TimeEntryRow[] => byJob.all(db, { jobid })

const unbilledByJob = statement((q, p: Params<{ jobid: string }>) =>
  selectEntries(q)
    .where(
      and(
        eq(time_entries.jobid, p.jobid),
        eq(time_entries.archived, false),
        eq(time_entries.billable, true),
        isNull(time_entries.materialid),
      ),
    )
    .orderBy(...byTime),
)

/** Of a job, what charges the client and is on no line. */
export const listUnbilledEntries = (db: TenantDb, jobid: string): TimeEntryRow[] =>
  unbilledByJob.all(db, { jobid })

const timer = {
  id: time_entries.id,
  version: time_entries.version,
  jobid: time_entries.jobid,
  reference: jobs.reference,
  description: jobs.description,
  boardid: jobs.boardid,
  location: jobs.location,
  jobstepid: time_entries.jobstepid,
  stepname: job_steps.name,
  workerid: time_entries.workerid,
  workername: workers.name,
  date: time_entries.date,
  startutc: sql<string>`${time_entries.startutc}`,
}

const isRunning = and(
  sql`${time_entries.endutc} IS NULL AND ${time_entries.startutc} IS NOT NULL`,
  eq(time_entries.archived, sql.raw('0')),
)

const timersBy = (condition: (ids: Params<Ids>['ids']) => SQL) =>
  statement((q, p: Params<Ids>) =>
    q
      .select(timer)
      .from(time_entries)
      .innerJoin(jobs, eq(jobs.id, time_entries.jobid))
      .innerJoin(workers, eq(workers.id, time_entries.workerid))
      .leftJoin(job_steps, eq(job_steps.id, time_entries.jobstepid))
      .where(and(condition(p.ids), isRunning))
      .orderBy(asc(time_entries.startutc)),
  )

const ofSteps = timersBy((ids) => inList(time_entries.jobstepid, ids))
const ofJobs = timersBy((ids) => inList(time_entries.jobid, ids))
const ofWorkers = timersBy((ids) => inList(time_entries.workerid, ids))

export type Timer = RowOf<typeof ofJobs>

/** Timers that run, the oldest first. */
export const timersOfStep = (db: TenantDb, id: string): Timer[] => ofSteps.all(db, { ids: [id] })
export const timersOfJobs = (db: TenantDb, ids: readonly string[]): Timer[] => ofJobs.all(db, { ids })
export const timersOfWorker = (db: TenantDb, id: string): Timer[] => ofWorkers.all(db, { ids: [id] })

const runs = statement((q, p: Params<{ workerid: string }>) =>
  q
    .select({ id: time_entries.id })
    .from(time_entries)
    .where(and(eq(time_entries.workerid, p.workerid), isRunning))
    .limit(1),
)

/** Asks nothing of jobs, as `timersOfWorker` does. */
export const hasRunningTimer = (db: TenantDb, workerid: string): boolean =>
  runs.get(db, { workerid }) !== null

const worked = statement((q, p: Params<Ids>) =>
  q
    .select({
      jobstepid: sql<string>`${time_entries.jobstepid}`,
      seconds: sql<number>`sum(${time_entries.seconds})`,
    })
    .from(time_entries)
    .where(
      and(
        inList(time_entries.jobid, p.ids),
        sql`${time_entries.jobstepid} IS NOT NULL`,
        eq(time_entries.archived, false),
      ),
    )
    .groupBy(time_entries.jobstepid),
)

/** Of all people together, by step; what runs does not count yet. */
export const secondsBySteps = (db: TenantDb, jobids: readonly string[]) =>
  new Map(worked.all(db, { ids: jobids }).map(({ jobstepid, seconds }) => [jobstepid, seconds]))

const INSERT = `
  INSERT INTO time_entries (id, createdutc, updatedutc, jobid, jobstepid, workerid, date, startutc, endutc, seconds,
    costseconds, costrate, detail, inventoryid, billable, unconfirmed)
  VALUES (?1, ?2, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?9, ?10, ?11, ?12, ?13, ?14)`

type TimeEntryValues = Pick<
  TimeEntryRow,
  | ('id' | 'jobid' | 'jobstepid' | 'workerid' | 'date' | 'startutc' | 'endutc' | 'seconds' | 'costrate')
  | ('detail' | 'inventoryid' | 'billable' | 'unconfirmed')
>

export function insertTimeEntry(db: TenantDb, now: string, entry: TimeEntryValues) {
  const { id, jobid, jobstepid, workerid, date, startutc, endutc, seconds, costrate } = entry
  const { detail, inventoryid, billable, unconfirmed } = entry
  prepared(db, INSERT).run([
    ...[id, now, jobid, jobstepid, workerid, date, startutc, endutc, seconds, costrate],
    ...[detail, inventoryid, Number(billable), Number(unconfirmed)],
  ])
}

const UPDATE = `
  UPDATE time_entries SET version = version + 1, updatedutc = ?, archived = ?, workerid = ?, date = ?, startutc = ?,
    endutc = ?, seconds = ?, costseconds = ?, costrate = ?, detail = ?, inventoryid = ?, unconfirmed = ?,
    materialid = iif(billable < ?, NULL, materialid), billable = ?
  WHERE id = ?`

export function storeTimeEntry(db: TenantDb, now: string, entry: TimeEntryRow) {
  const { id, archived, workerid, date, startutc, endutc, seconds, costseconds, costrate } = entry
  const { detail, inventoryid, billable, unconfirmed } = entry
  prepared(db, UPDATE).run([
    ...[now, Number(archived), workerid, date, startutc, endutc, seconds, costseconds, costrate],
    ...[detail, inventoryid, Number(unconfirmed), Number(billable), Number(billable), id],
  ])
}

const CLOSE = `
  UPDATE time_entries SET version = version + 1, updatedutc = ?1, endutc = ?2, seconds = ?3, costseconds = ?3,
    costrate = ?4, unconfirmed = ?5
  WHERE id = ?6`

type Closed = { id: string; endutc: string; seconds: number; costrate: number; unconfirmed: boolean }

export const closeTimer = (db: TenantDb, now: string, timer: Closed) =>
  prepared(db, CLOSE).run([
    ...[now, timer.endutc, timer.seconds, timer.costrate, Number(timer.unconfirmed), timer.id],
  ])

type Span = { workerid: string; start: string; end: string }

// Half-open: what ends as the other starts does not overlap it (domain-2 9.2).
const overlapping = statement((q, p: Params<Span>) =>
  q
    .select({
      id: time_entries.id,
      jobid: time_entries.jobid,
      startutc: sql<string>`${time_entries.startutc}`,
      endutc: sql<string>`${time_entries.endutc}`,
      seconds: time_entries.seconds,
      costseconds: time_entries.costseconds,
    })
    .from(time_entries)
    .where(
      and(
        eq(time_entries.workerid, p.workerid),
        sql`${time_entries.endutc} > ${p.start}`,
        sql`${time_entries.startutc} < ${p.end}`,
        eq(time_entries.archived, false),
      ),
    ),
)

export type ClosedInterval = RowOf<typeof overlapping>

/** Closed entries of a person that have a part of their time within this one. */
export const listOverlapping = (db: TenantDb, span: Span): ClosedInterval[] => overlapping.all(db, span)

export const setCostSeconds = (db: TenantDb, id: string, seconds: number) =>
  prepared(db, 'UPDATE time_entries SET costseconds = ? WHERE id = ?').run([seconds, id])

/** Only what was cut off another, and is back in that. */
export const deleteTimeEntry = (db: TenantDb, id: string) =>
  prepared(db, 'DELETE FROM time_entries WHERE id = ?').run([id])

const costs = statement((q, p: Params<{ jobid: string }>) =>
  q
    .select({
      costseconds: time_entries.costseconds,
      costrate: time_entries.costrate,
      materialid: time_entries.materialid,
    })
    .from(time_entries)
    .where(and(eq(time_entries.jobid, p.jobid), eq(time_entries.archived, false))),
)

export const listTimeCosts = (db: TenantDb, jobid: string) => costs.all(db, { jobid })

const onDay = statement((q, p: Params<{ workerid: string; date: string; but: string }>) =>
  q
    .select({ seconds: sql<number>`coalesce(sum(${time_entries.seconds}), 0)` })
    .from(time_entries)
    .where(
      and(
        eq(time_entries.workerid, p.workerid),
        eq(time_entries.date, p.date),
        eq(time_entries.archived, false),
        ne(time_entries.id, p.but),
      ),
    ),
)

/** What a worker has on a day, without one entry. */
export const secondsOnDay = (db: TenantDb, asked: { workerid: string; date: string; but: string }): number =>
  onDay.get(db, asked)?.seconds ?? 0
