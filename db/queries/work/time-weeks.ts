import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import type { QueryBuilder } from 'drizzle-orm/sqlite-core'
import { inventory, job_steps, jobs, time_entries, time_weeks, workers } from '#db/schema/tenant/index.ts'
import { prepared } from '#db/sqlite.ts'
import { inList, type Params, type RowOf, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'
import { nameIn } from '../names.ts'

const entry = {
  id: time_entries.id,
  version: time_entries.version,
  jobid: time_entries.jobid,
  reference: jobs.reference,
  description: jobs.description,
  boardid: jobs.boardid,
  location: jobs.location,
  jobstatus: jobs.status,
  jobstepid: time_entries.jobstepid,
  stepname: job_steps.name,
  workerid: time_entries.workerid,
  date: time_entries.date,
  startutc: time_entries.startutc,
  endutc: time_entries.endutc,
  seconds: time_entries.seconds,
  costseconds: time_entries.costseconds,
  detail: time_entries.detail,
  inventoryid: time_entries.inventoryid,
  inventoryname: nameIn(inventory) as SQL<string | null>,
  billable: time_entries.billable,
  unconfirmed: time_entries.unconfirmed,
  materialid: time_entries.materialid,
}

type Week = { workerids: readonly string[]; monday: string; sunday: string; start: string; end: string }
type WeekParams = Params<Week>

const entriesWhere = (condition: (p: WeekParams) => SQL | undefined) =>
  statement((q: QueryBuilder, p: WeekParams) =>
    q
      .select(entry)
      .from(time_entries)
      .innerJoin(jobs, eq(jobs.id, time_entries.jobid))
      .leftJoin(job_steps, eq(job_steps.id, time_entries.jobstepid))
      .leftJoin(inventory, eq(inventory.id, time_entries.inventoryid))
      .where(and(inList(time_entries.workerid, p.workerids), eq(time_entries.archived, false), condition(p)))
      .orderBy(asc(time_entries.date), asc(time_entries.startutc), asc(time_entries.id)),
  )

const ofDays = entriesWhere((p) => sql`${time_entries.date} BETWEEN ${p.monday} AND ${p.sunday}`)
const fromBefore = entriesWhere(
  (p) => sql`${time_entries.endutc} > ${p.start} AND ${time_entries.date} < ${p.monday}`,
)

export type WeekEntry = RowOf<typeof ofDays>

/** Of workers, of the days of a week, and what was clocked before it and ended within it. Running timers are among them. */
export const listWeekEntries = (db: TenantDb, week: Week): WeekEntry[] => [
  ...fromBefore.all(db, week),
  ...ofDays.all(db, week),
]

const one = statement((q, p: Params<{ workerid: string; monday: string }>) =>
  q
    .select()
    .from(time_weeks)
    .where(and(eq(time_weeks.workerid, p.workerid), eq(time_weeks.monday, p.monday))),
)

export type TimeWeekRow = RowOf<typeof one>
export type WeekState = TimeWeekRow['state']

/** None for a week that was never submitted. */
export const findTimeWeek = (db: TenantDb, workerid: string, monday: string) =>
  one.get(db, { workerid, monday })

const ofMonday = statement((q, p: Params<{ monday: string }>) =>
  q
    .select({ workerid: time_weeks.workerid, state: time_weeks.state })
    .from(time_weeks)
    .where(eq(time_weeks.monday, p.monday)),
)

/** By worker, of those whose week was submitted once. */
export const weekStates = (db: TenantDb, monday: string): Map<string, WeekState> =>
  new Map(ofMonday.all(db, { monday }).map(({ workerid, state }) => [workerid, state]))

const STORE = `
  INSERT INTO time_weeks (id, createdutc, updatedutc, workerid, monday, state, submittedutc, submittedby, decidedutc,
    decidedby, reason)
  VALUES (?1, ?2, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
  ON CONFLICT (workerid, monday) DO UPDATE SET version = version + 1, updatedutc = ?2, state = ?5, submittedutc = ?6,
    submittedby = ?7, decidedutc = ?8, decidedby = ?9, reason = ?10`

type TimeWeekValues = Omit<TimeWeekRow, 'version' | 'archived' | 'createdutc' | 'updatedutc'>

export function storeTimeWeek(db: TenantDb, now: string, week: TimeWeekValues) {
  const { id, workerid, monday, state, submittedutc, submittedby, decidedutc, decidedby, reason } = week
  prepared(db, STORE).run([
    ...[id, now, workerid, monday, state, submittedutc, submittedby, decidedutc, decidedby, reason],
  ])
}

const waiting = statement((q) =>
  q
    .select({
      workerid: time_weeks.workerid,
      workername: workers.name,
      monday: time_weeks.monday,
      submittedutc: time_weeks.submittedutc,
      submittedby: time_weeks.submittedby,
      seconds: sql<number>`coalesce((SELECT sum(seconds) FROM time_entries t
        WHERE t.workerid = ${time_weeks.workerid} AND t.archived = 0
          AND t.date BETWEEN ${time_weeks.monday} AND date(${time_weeks.monday}, '+6 days')), 0)`,
    })
    .from(time_weeks)
    .innerJoin(workers, eq(workers.id, time_weeks.workerid))
    .where(sql`${time_weeks.state} = 'submitted'`)
    .orderBy(asc(time_weeks.monday), asc(time_weeks.workerid)),
)

/** All weeks that were submitted and not decided yet, the oldest first. */
export const listSubmittedWeeks = (db: TenantDb) => waiting.all(db)

const missing = statement((q, p: Params<{ from: string; until: string }>) =>
  q
    .select({
      workerid: workers.id,
      workername: workers.name,
      monday: sql<string>`date(${time_entries.date}, '-6 days', 'weekday 1')`.as('monday'),
      seconds: sql<number>`sum(${time_entries.seconds})`,
    })
    .from(workers)
    .innerJoin(time_entries, eq(time_entries.workerid, workers.id))
    .leftJoin(
      time_weeks,
      and(
        eq(time_weeks.workerid, workers.id),
        sql`${time_weeks.monday} = date(${time_entries.date}, '-6 days', 'weekday 1')`,
      ),
    )
    .where(
      and(
        sql`${time_entries.date} BETWEEN ${p.from} AND ${p.until}`,
        eq(time_entries.archived, false),
        sql`coalesce(${time_weeks.state}, 'open') = 'open'`,
      ),
    )
    .groupBy(sql`${workers.id}, date(${time_entries.date}, '-6 days', 'weekday 1')`)
    .orderBy(sql`monday`, asc(workers.name)),
)

/** Weeks between two days with time in them that nobody has submitted. */
export const listOpenWeeks = (db: TenantDb, from: string, until: string) => missing.all(db, { from, until })
