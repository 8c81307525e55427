import { INVOICED, REMOVED } from '#db/job-status.ts'
import { historyPage } from '#db/queries/history.ts'
import { findTimeWeek, type WeekEntry, weekStates } from '#db/queries/work/time-weeks.ts'
import { listWorkers } from '#db/queries/work/workers.ts'
import { workers } from '#db/schema/tenant/index.ts'
import type { TenantDb } from '#db/types.ts'
import { canSeeJobAt, hasPermission, type Viewer } from '#server/access/viewer.ts'
import { daysAfter, startOfWeek } from '#server/dates.ts'
import { jobLinks } from '#server/domains/work/jobs/job-links.ts'
import { getRecord } from '#server/records.ts'
import { clockIn, readToday, readZone } from '#server/zone.ts'
import type { SheetEntry, SheetRow, WeekSheet, WorkerWeek } from '#views/work/timesheets/types.ts'
import { toMinutes } from '../timesheet/intervals.ts'
import { isBeside } from '../timesheet/labour-cost.ts'
import { type DayPart, readWeekTime, readWeekTimes, sumAttendance, sumMinutes } from './week-time.ts'

/** A week by any of its days, and those beside it. */
function weekOf(db: TenantDb, date: string) {
  const monday = startOfWeek(date)
  return {
    monday,
    sunday: daysAfter(monday, 6),
    today: readToday(db),
    previous: daysAfter(monday, -7),
    next: daysAfter(monday, 7),
  }
}

/** How long each worker worked on each day of a week. */
export function readEveryonesWeek(db: TenantDb, date: string) {
  const week = weekOf(db, date)
  const { monday } = week
  const listed = listWorkers(db)
  const timeOf = readWeekTimes(
    db,
    listed.map(({ id }) => id),
    monday,
  )
  const states = weekStates(db, monday)
  return {
    week,
    days: Array.from({ length: 7 }, (_, at) => daysAfter(monday, at)),
    weeks: listed.map(({ id, name }): WorkerWeek => {
      const { days, parts, minutes } = timeOf(id)
      const state = states.get(id) ?? 'open'
      return { id, name, state, minutes, days: days.map((day) => sumDay(parts, day).minutes) }
    }),
  }
}

const DAY_MINUTES = 1_440
const HIDDEN = 'hidden'

type Asked = { workerid: string; date: string }

/** What a worker did in a week, by job and step; of jobs that the viewer may not see only the time. @throws 404 */
export function readWeek(db: TenantDb, viewer: Viewer, { workerid, date }: Asked): WeekSheet {
  const worker = getRecord(db, workers, workerid, 'workerid')
  const week = weekOf(db, date)
  const { monday } = week
  const { days, parts, minutes } = readWeekTime(db, workerid, monday)
  const row = findTimeWeek(db, workerid, monday)
  const state = row?.state ?? 'open'
  const manages = viewer.claims.has('timesheet.manage')
  const changes = state === 'open' || (state === 'submitted' && manages)
  const byRow = Map.groupBy(parts, ({ entry }) => rowKey(viewer, entry))
  const linkOf = jobLinks(db)
  return {
    worker: { id: workerid, name: worker.name, archived: worker.archived },
    ...week,
    days: days.map((day) => sumDay(parts, day)),
    rows: [...byRow].map(([key, own]) => sheetRow(key, own, days, linkOf)).sort(inOrder),
    minutes,
    attendance: sumAttendance(parts),
    state,
    version: row?.version ?? 0,
    submittedby: row?.submittedby ?? '',
    submittedutc: row?.submittedutc ?? null,
    decidedby: row?.decidedby ?? '',
    reason: row?.reason ?? '',
    changes: changes && !worker.archived,
    manages,
    history: row ? historyPage(db, 'time_weeks', row.id, {}).rows : [],
    zone: readZone(db),
  }
}

function sumDay(parts: readonly DayPart[], date: string) {
  const own = parts.filter((part) => part.date === date)
  const attendance = sumAttendance(own)
  return { date, minutes: sumMinutes(own), attendance, toolong: attendance > DAY_MINUTES }
}

type JobPlace = Pick<WeekEntry, 'boardid' | 'location' | 'jobstatus'>

/** Whether the job of some time may be named: time counts, whoever sees its job. */
export const isJobShown = (viewer: Viewer, { boardid, location, jobstatus }: JobPlace) =>
  canSeeJobAt(viewer, boardid, location) && (jobstatus !== REMOVED || viewer.admin)

const rowKey = (viewer: Viewer, entry: WeekEntry) =>
  isJobShown(viewer, entry) ? `${entry.jobid} ${entry.jobstepid ?? ''}` : HIDDEN

function sheetRow(
  key: string,
  parts: readonly DayPart[],
  days: readonly string[],
  linkOf: ReturnType<typeof jobLinks>,
): SheetRow {
  const { entry } = parts[0] as DayPart
  const isHidden = key === HIDDEN
  return {
    key,
    jobid: isHidden ? null : entry.jobid,
    stepid: isHidden ? null : entry.jobstepid,
    reference: isHidden ? 'Other jobs' : entry.reference,
    name: isHidden ? 'Jobs that you do not see' : (entry.stepname ?? entry.description),
    href: isHidden ? undefined : linkOf(entry.boardid, entry.reference),
    minutes: sumMinutes(parts),
    cells: days.map((date) => {
      const own = parts.filter((part) => part.date === date)
      return {
        date,
        minutes: sumMinutes(own),
        entries: own.length,
        running: own.some(({ running }) => running),
        unconfirmed: own.some((part) => part.entry.unconfirmed),
        overlaps: own.some(({ entry, running }) => !running && isBeside(entry)),
      }
    }),
  }
}

const inOrder = (a: SheetRow, b: SheetRow) =>
  a.key === HIDDEN
    ? 1
    : b.key === HIDDEN
      ? -1
      : `${a.reference} ${a.name}` < `${b.reference} ${b.name}`
        ? -1
        : 1

type CellAsked = Asked & { jobid: string; stepid: string | null }

/** What stands in one cell: entries of a job or step that touch that day. */
export function readDayTime(
  db: TenantDb,
  viewer: Viewer,
  { workerid, date, jobid, stepid }: CellAsked,
): SheetEntry[] {
  const zone = readZone(db)
  const { parts } = readWeekTime(db, workerid, startOfWeek(date))
  return parts
    .filter(({ entry, ...part }) => part.date === date && entry.jobid === jobid && entry.jobstepid === stepid)
    .map(({ entry, running, ...part }) => ({
      id: entry.id,
      version: entry.version,
      date: entry.date,
      /** Of the whole entry, which may go on over midnight. */
      minutes: toMinutes(entry.seconds),
      today: toMinutes(part.seconds),
      from: entry.startutc ? clockText(entry.startutc, zone) : '',
      until: entry.endutc ? clockText(entry.endutc, zone) : '',
      detail: entry.detail,
      material: entry.inventoryid ? { id: entry.inventoryid, name: entry.inventoryname ?? '' } : null,
      billable: entry.billable,
      running,
      unconfirmed: entry.unconfirmed,
      overlaps: !running && isBeside(entry),
      long: entry.seconds > DAY_MINUTES * 60,
      billed: entry.materialid !== null && entry.billable,
      closed: entry.jobstatus >= INVOICED || !hasPermission(viewer, entry.boardid, 'work'),
    }))
}

const clockText = (instant: string, zone: string) => clockIn(instant, zone).toISOString().slice(11, 16)
