import { asc, eq, sql } from 'drizzle-orm'
import { worker_rates } from '#db/schema/tenant/index.ts'
import { prepared } from '#db/sqlite.ts'
import { type Params, statement } from '#db/statement.ts'
import type { TenantDb } from '#db/types.ts'
import type { Rate } from '#server/money/decimal.ts'

const ofWorker = statement((q, p: Params<{ workerid: string }>) =>
  q
    .select({ startdate: worker_rates.startdate, rate: worker_rates.rate })
    .from(worker_rates)
    .where(eq(worker_rates.workerid, p.workerid))
    .orderBy(asc(worker_rates.startdate)),
)

/** The oldest first; none for a worker whose rate never changed. */
export const listWorkerRates = (db: TenantDb, workerid: string) => ofWorker.all(db, { workerid })

const onDay = statement((_q, p: Params<{ workerid: string; date: string }>) =>
  _q
    .select({
      rate: sql<Rate>`coalesce(
        (SELECT rate FROM worker_rates WHERE workerid = ${p.workerid} AND startdate <= ${p.date}
          ORDER BY startdate DESC LIMIT 1),
        (SELECT rate FROM workers WHERE id = ${p.workerid}), 0)`,
    })
    .from(sql`(SELECT 1)`),
)

/** What the worker costs an hour on that day. */
export const rateOn = (db: TenantDb, workerid: string, date: string): Rate =>
  onDay.get(db, { workerid, date })?.rate ?? (0 as Rate)

const KEEP = 'INSERT OR REPLACE INTO worker_rates (workerid, startdate, rate) VALUES (?, ?, ?)'

export const keepWorkerRate = (db: TenantDb, workerid: string, startdate: string, rate: Rate) =>
  prepared(db, KEEP).run([workerid, startdate, rate])

export const dropWorkerRate = (db: TenantDb, workerid: string, startdate: string) =>
  prepared(db, 'DELETE FROM worker_rates WHERE workerid = ? AND startdate = ?').run([workerid, startdate])

// Of a running timer the rate is taken when it ends; an approved week keeps what it cost.
const RECOST = `
  UPDATE time_entries SET costrate =
    (SELECT r.rate FROM worker_rates r WHERE r.workerid = ?1 AND r.startdate <= time_entries.date
      ORDER BY r.startdate DESC LIMIT 1)
  WHERE workerid = ?1 AND date >= ?2 AND date < ?3 AND (startutc IS NULL OR endutc IS NOT NULL)
    AND NOT EXISTS (SELECT 1 FROM time_weeks w WHERE w.workerid = ?1 AND w.state = 'approved'
      AND time_entries.date BETWEEN w.monday AND date(w.monday, '+6 days'))`

/** Closed time from that day to the one before `end` costs what its days say now. Returns how many entries. */
export const recostTime = (db: TenantDb, workerid: string, start: string, end: string): number =>
  prepared(db, RECOST).run([workerid, start, end]).changes

const IN_FORCE = `
  (SELECT r.rate FROM worker_rates r WHERE r.workerid = workers.id AND r.startdate <= ?1
    ORDER BY r.startdate DESC LIMIT 1)`

const stale = statement((q, p: Params<{ today: string }>) =>
  q
    .select({ id: worker_rates.workerid })
    .from(worker_rates)
    .innerJoin(sql`workers`, sql`workers.id = ${worker_rates.workerid}`)
    .where(sql`${worker_rates.startdate} = (SELECT max(r.startdate) FROM worker_rates r
      WHERE r.workerid = workers.id AND r.startdate <= ${p.today}) AND ${worker_rates.rate} IS NOT workers.rate`),
)

/** Workers whose rate of today is not the one that lists show: another began since. */
export const workersWithNewRate = (db: TenantDb, today: string): string[] =>
  stale.all(db, { today }).map(({ id }) => id)

const SHOW = `
  UPDATE workers SET rate = ${IN_FORCE}, version = version + 1, updatedutc = ?2
  WHERE id = ?3 AND rate IS NOT ${IN_FORCE}`

export const showRateInForce = (db: TenantDb, workerid: string, today: string, now: string) =>
  prepared(db, SHOW).run([today, now, workerid])
