import { workerOfUser } from '#db/queries/work/job-steps.ts'
import { listTimeEntries, type TimeEntryRow, timeEntryById } from '#db/queries/work/time-entries.ts'
import type { TenantDb } from '#db/types.ts'
import type { ReferencedRecord } from '#server/domains/work/jobs/types.ts'
import { notFound } from '#server/errors.ts'
import { toDecimal } from '#server/money/decimal.ts'
import { toMinutes } from './intervals.ts'
import { costCents, isBeside } from './labour-cost.ts'
import { labourPricer } from './labour-price.ts'

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
  /** Of the worker who asks. */
  mine: boolean
  step: ReferencedRecord | null
  startutc: string | null
  endutc: string | null
  running: boolean
  billable: boolean
  /** On a line of the job, which is taken off before the time changes. */
  billed: boolean
  /** Ran for too long: somebody must say how much of it was work. */
  unconfirmed: boolean
  /** More than a day. */
  long: boolean
  /** At the same time the worker was clocked elsewhere, which halves what both cost. */
  overlaps: boolean
  /** Rand without VAT: what it costs, and what it charges. Absent without `jobs.money`. */
  cost?: number
  total?: number
}

/** Who asks, and whether they see money. */
export type TimeViewer = { money: boolean; userid: string | null }

const DAY_S = 86_400

function presentEntries(
  db: TenantDb,
  rows: readonly TimeEntryRow[],
  { money, userid }: TimeViewer,
): TimeEntry[] {
  const price = money ? labourPricer(db, rows) : undefined
  const own = workerOfUser(db, userid)?.id
  return rows.map((row) => ({
    ...presentEntry(row),
    mine: row.workerid === own,
    ...(price && { cost: toDecimal(costCents(row), 'cents'), total: toDecimal(price(row), 'cents') }),
  }))
}

function presentEntry(row: TimeEntryRow): Omit<TimeEntry, 'mine'> {
  const { id, version, createdutc, date, detail, startutc, endutc, seconds, billable, unconfirmed } = row
  const running = startutc !== null && endutc === null
  return {
    ...{ id, version, createdutc, date, detail, startutc, endutc, running, billable, unconfirmed },
    billed: row.materialid !== null && row.billable,
    material: row.inventoryid
      ? { id: row.inventoryid, name: row.inventoryname ?? '', code: row.inventorycode ?? '' }
      : null,
    time: toMinutes(seconds),
    worker: { id: row.workerid, name: row.workername },
    step: row.jobstepid ? { id: row.jobstepid, name: row.stepname ?? '' } : null,
    long: seconds > DAY_S,
    overlaps: !running && isBeside(row),
  }
}

export function readTimeEntry(db: TenantDb, id: string, viewer: TimeViewer): TimeEntry {
  const row = timeEntryById(db, id)
  if (!row) throw notFound('time')
  return presentEntries(db, [row], viewer)[0] as TimeEntry
}

/** `minutes`: rounded once, from the seconds of all. */
export function readTimesheet(db: TenantDb, jobid: string, viewer: TimeViewer) {
  const rows = listTimeEntries(db, jobid)
  return {
    rows: presentEntries(db, rows, viewer),
    minutes: toMinutes(rows.reduce((sum, { seconds }) => sum + seconds, 0)),
  }
}
