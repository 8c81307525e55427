import { randomUUIDv7 } from 'bun'
import { jobStepById, workerOfUser } from '#db/queries/work/job-steps.ts'
import {
  insertTimeEntry,
  secondsOnDay,
  storeTimeEntry,
  type TimeEntryRow,
  type Timer,
  timeEntryById,
} from '#db/queries/work/time-entries.ts'
import { rateOn } from '#db/queries/work/worker-rates.ts'
import { inventory, workers } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import type { Claim } from '#server/access/claims.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { getEditableJob } from '#server/domains/work/jobs/find-job.ts'
import { touchJob } from '#server/domains/work/jobs/touch-job.ts'
import { permitWorker } from '#server/domains/work/jobsteps/find-step.ts'
import { publishWork } from '#server/domains/work/jobsteps/publish-work.ts'
import { refuseLockedWeek } from '#server/domains/work/timesheets/week-lock.ts'
import { conflict, invalid, notFound, Problem } from '#server/errors.ts'
import { recordHistory } from '#server/history.ts'
import { addMs, MINUTE_MS } from '#server/instants.ts'
import { omitUndefined } from '#server/omit-undefined.ts'
import { getRecord } from '#server/records.ts'
import { readZone, todayIn } from '#server/zone.ts'
import { duration, shortDate } from '#views/format.ts'
import { toMinutes } from './intervals.ts'
import { readTimeEntry } from './present.ts'
import { shareTime } from './share-time.ts'

type Given = {
  date?: string | null
  startutc?: string
  minutes?: number | null
  detail?: string
  inventoryid?: string | null
  billable?: boolean
}

type NewEntry = Given & { jobid: string; jobstepid?: string | null; workerid?: string | null }

/** Decision F8: by hand. Time of others asks for `forOthers`. @throws 404, 403, 400 by field */
export function addTimeEntry(
  tx: Tx,
  viewer: Viewer,
  values: NewEntry,
  forOthers: Claim = 'timesheet.manage',
): string {
  const job = getEditableJob(tx.db, viewer, values.jobid)
  const workerid = values.workerid ?? workerOfUser(tx.db, tx.by.userid)?.id
  if (!workerid) throw invalid({ workerid: 'Choose whose time it is.' })
  permitWorker(tx, viewer, workerid, forOthers)
  const worker = getRecord(tx.db, workers, workerid, 'workerid')
  if (worker.archived) throw invalid({ workerid: 'This worker is archived.' })
  const step = values.jobstepid ? jobStepById(tx.db, values.jobstepid) : null
  if (values.jobstepid && step?.jobid !== job.id) throw invalid({ jobstepid: 'This is no step of this job.' })
  checkItem(tx, values.inventoryid)
  const id = randomUUIDv7()
  const when = whenWorked(tx, values)
  refuseLockedWeek(tx, viewer, workerid, when.date)
  if (!when.startutc) refuseLongDay(tx, workerid, when)
  insertTimeEntry(tx.db, tx.now, {
    ...{ id, jobid: job.id, jobstepid: step?.id ?? null, workerid, ...when },
    ...{ costrate: rateOn(tx.db, workerid, when.date), detail: values.detail ?? '', unconfirmed: false },
    ...{ inventoryid: values.inventoryid ?? null, billable: values.billable ?? true },
  })
  share(tx, readEntry(tx, id))
  sayTime(tx, null, readEntry(tx, id))
  publishWork(tx, job, [workerid])
  touchJob(tx, job.id)
  return id
}

/** What was typed counts, not how long the timer ran; 0 is no time. Time of others asks for `forOthers`. @throws 403, 400 by field */
export function endTimerAt(tx: Tx, viewer: Viewer, timer: Timer, minutes: number, forOthers: Claim) {
  const { id, workerid, date } = timer
  permitWorker(tx, viewer, workerid, forOthers)
  refuseLockedWeek(tx, viewer, workerid, date)
  const before = readEntry(tx, id)
  const costrate = rateOn(tx.db, workerid, date)
  if (minutes === 0) {
    const none = { endutc: before.startutc, costseconds: 0, costrate, archived: true }
    return storeTimeEntry(tx.db, tx.now, { ...before, ...none })
  }
  const when = whenWorked(tx, { date, minutes })
  refuseLongDay(tx, workerid, when, before)
  storeTimeEntry(tx.db, tx.now, { ...before, ...when, costrate, costseconds: when.seconds })
  sayTime(tx, null, readEntry(tx, id))
}

type EntryChange = Given & {
  id: string
  version?: number
  workerid?: string | null
  confirmed?: boolean
  reason?: string
}

/** What was there before stands in the history of the job, with the reason. @throws 404, 403, 400, 409 */
export function correctTimeEntry(
  tx: Tx,
  viewer: Viewer,
  { id, version, confirmed, reason, ...values }: EntryChange,
) {
  const before = openEntry(tx, viewer, id, version)
  if (isRunning(before)) throw new Problem(400, 'This timer runs: pause it or finish its step first.')
  if (values.workerid) permitWorker(tx, viewer, values.workerid, 'timesheet.manage')
  checkItem(tx, values.inventoryid)
  const kept = toMinutes(before.seconds)
  const { minutes = kept, date = before.date, startutc, ...rest } = values
  // Minutes that stay as they are shown keep their seconds.
  const isMoved = minutes !== kept || date !== before.date || startutc !== undefined
  if (before.startutc && values.date !== undefined && values.date !== before.date)
    throw invalid({ date: 'This time was clocked, so its day follows from its start.' })
  const when: Partial<When> = isMoved
    ? whenWorked(tx, { minutes, date, startutc: startutc ?? before.startutc ?? undefined })
    : {}
  const workerid = values.workerid ?? before.workerid
  getRecord(tx.db, workers, workerid, 'workerid')
  refuseLockedWeek(tx, viewer, workerid, when.date ?? before.date)
  const isSameDay = workerid === before.workerid && (when.date ?? before.date) === before.date
  const after = { ...before, ...when }
  if (!after.startutc && (isMoved || !isSameDay)) refuseLongDay(tx, workerid, after, before)
  const costrate = isSameDay ? before.costrate : rateOn(tx.db, workerid, when.date ?? before.date)
  storeTimeEntry(tx.db, tx.now, {
    ...{ ...before, ...omitUndefined(rest), ...when, workerid, costrate },
    costseconds: when.seconds ?? before.seconds,
    unconfirmed: before.unconfirmed && !confirmed && values.minutes === undefined && !isMoved,
  })
  share(tx, before)
  share(tx, readEntry(tx, id))
  sayTime(tx, before, readEntry(tx, id), reason)
}

/** @throws 404, 403, 400, 409 */
export function setTimeEntryRemoved(tx: Tx, viewer: Viewer, id: string, removed: boolean, version?: number) {
  const before = openEntry(tx, viewer, id, version)
  if (before.archived === removed) return
  // A timer that is brought back would run on from when it was started.
  const ended = isRunning(before) ? { endutc: before.startutc } : {}
  storeTimeEntry(tx.db, tx.now, { ...before, ...ended, costseconds: before.seconds, archived: removed })
  share(tx, before)
  share(tx, readEntry(tx, id))
  sayTime(tx, removed ? before : null, removed ? null : before)
  touchJob(tx, before.jobid)
}

const isRunning = ({ startutc, endutc }: Pick<TimeEntryRow, 'startutc' | 'endutc'>) =>
  Boolean(startutc && !endutc)

function openEntry(tx: Tx, viewer: Viewer, id: string, version?: number): TimeEntryRow {
  const entry = timeEntryById(tx.db, id)
  if (!entry) throw notFound('time')
  const job = getEditableJob(tx.db, viewer, entry.jobid)
  permitWorker(tx, viewer, entry.workerid, 'timesheet.manage')
  refuseLockedWeek(tx, viewer, entry.workerid, entry.date)
  if (version !== undefined && version !== entry.version)
    throw conflict(readTimeEntry(tx.db, id, { money: viewer.claims.has('jobs.money'), userid: tx.by.userid }))
  if (entry.materialid && entry.billable)
    throw new Problem(400, 'This time is charged on a line of the job: take it off there first.')
  publishWork(tx, job, [entry.workerid])
  return entry
}

/** Of a timer that was forgotten for weeks. */
const MOST_MINUTES = 600_000
const DAY_SECONDS = 24 * 3600

/** What is written by hand; a timer that ran too long is asked about by itself. @throws 400 by field */
function refuseLongDay(tx: Tx, workerid: string, { date, seconds }: When, before?: TimeEntryRow) {
  const others = secondsOnDay(tx.db, { workerid, date, but: before?.id ?? '' })
  if (others + seconds <= DAY_SECONDS) return
  const all = duration(toMinutes(others + seconds))
  throw invalid({ minutes: `That makes ${all} on ${shortDate(date)}, and a day has 24 hours.` })
}

type When = Pick<TimeEntryRow, 'date' | 'startutc' | 'endutc' | 'seconds'>

/** Planned time is never worked time (decision F8). @throws 400 by field */
function whenWorked(tx: Tx, { date, startutc, minutes }: Given): When {
  if (!minutes || minutes > MOST_MINUTES)
    throw invalid({ minutes: `Enter how long it took, from 1 minute to ${MOST_MINUTES / 60} hours.` })
  const seconds = minutes * 60
  const zone = readZone(tx.db)
  const today = todayIn(zone, new Date(tx.now))
  if (!startutc) {
    if (date && date > today)
      throw invalid({ date: 'Only time that was worked is written, none of days to come.' })
    return { date: date || today, startutc: null, endutc: null, seconds }
  }
  const start = addMs(startutc, 0)
  const endutc = addMs(start, minutes * MINUTE_MS)
  if (endutc > addMs(tx.now, MINUTE_MS)) throw invalid({ startutc: 'This time would end after now.' })
  return { date: todayIn(zone, new Date(start)), startutc: start, endutc, seconds }
}

function checkItem(tx: Tx, inventoryid: string | null | undefined) {
  if (inventoryid && getRecord(tx.db, inventory, inventoryid, 'inventoryid').archived)
    throw invalid({ inventoryid: 'This item is archived.' })
}

const readEntry = (tx: Tx, id: string) => timeEntryById(tx.db, id) as TimeEntryRow

function share(tx: Tx, { workerid, startutc, endutc }: TimeEntryRow) {
  if (startutc && endutc) shareTime(tx.db, { workerid, startutc, endutc })
}

function sayTime(tx: Tx, before: TimeEntryRow | null, after: TimeEntryRow | null, reason = '') {
  const { jobid, stepname } = (after ?? before) as TimeEntryRow
  const [oldvalue, newvalue] = [sayEntry(before), sayEntry(after)]
  if (oldvalue === newvalue) return
  const change = { field: 'time', oldvalue, newvalue: reason ? `${newvalue} (${reason})` : newvalue }
  recordHistory(tx, 'jobs', jobid, [change], stepname ?? '')
}

function sayEntry(entry: TimeEntryRow | null): string {
  if (!entry) return ''
  const { workername, date, seconds, detail, inventoryname, billable, unconfirmed } = entry
  return [
    `${workername}, ${shortDate(date)}, ${duration(toMinutes(seconds))}`,
    detail,
    inventoryname,
    !billable && 'not charged',
    unconfirmed && 'to be confirmed',
  ]
    .filter(Boolean)
    .join(', ')
}
