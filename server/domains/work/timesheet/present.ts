import { listTimeEntries, type TimeEntryRow, timeEntryById } from '#db/queries/work/time-entries.ts'
import type { TenantDb } from '#db/types.ts'
import type { ReferencedRecord } from '#server/domains/work/jobs/types.ts'
import { notFound } from '#server/errors.ts'
import { toDecimal } from '#server/money/decimal.ts'
import { toMinutes } from './intervals.ts'
import { costCents } from './labour-cost.ts'

/** Decision F26. */
export type TimeEntry = {
  id: string
  version: number
  createdutc: string
  date: string
  detail: string
  /** The labour item. */
  material: (ReferencedRecord & { code: string }) | null
  /** Minutes; 0 while it runs. */
  time: number
  worker: ReferencedRecord
  step: ReferencedRecord | null
  startutc: string | null
  endutc: string | null
  running: boolean
  billable: boolean
  /** Ran for too long: somebody must say how much of it was work. */
  unconfirmed: boolean
  /** More than a day. */
  long: boolean
  /** At the same time the worker was clocked elsewhere, which halves what both cost. */
  overlaps: boolean
  /** Rand; absent without `jobs.money`. */
  cost?: number
}

const DAY_S = 86_400

export function presentTimeEntry(row: TimeEntryRow, { money }: { money: boolean }): TimeEntry {
  const { id, version, createdutc, date, detail, startutc, endutc, seconds, billable, unconfirmed } = row
  const running = startutc !== null && endutc === null
  return {
    ...{ id, version, createdutc, date, detail, startutc, endutc, running, billable, unconfirmed },
    material: row.inventoryid
      ? { id: row.inventoryid, name: row.inventoryname ?? '', code: row.inventorycode ?? '' }
      : null,
    time: toMinutes(seconds),
    worker: { id: row.workerid, name: row.workername },
    step: row.jobstepid ? { id: row.jobstepid, name: row.stepname ?? '' } : null,
    long: seconds > DAY_S,
    overlaps: row.costseconds !== seconds,
    ...(money ? { cost: toDecimal(costCents(row), 'cents') } : {}),
  }
}

export function readTimeEntry(db: TenantDb, id: string, see: { money: boolean }): TimeEntry {
  const row = timeEntryById(db, id)
  if (!row) throw notFound('time')
  return presentTimeEntry(row, see)
}

/** `minutes`: rounded once, from the seconds of all. */
export function readTimesheet(db: TenantDb, jobid: string, see: { money: boolean }) {
  const rows = listTimeEntries(db, jobid)
  return {
    rows: rows.map((row) => presentTimeEntry(row, see)),
    minutes: toMinutes(rows.reduce((sum, { seconds }) => sum + seconds, 0)),
  }
}
