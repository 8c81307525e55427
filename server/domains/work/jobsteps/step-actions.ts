import { randomUUIDv7 } from 'bun'
import { readSetting } from '#db/queries/settings.ts'
import { workerOfUser } from '#db/queries/work/job-steps.ts'
import { openStepsBefore } from '#db/queries/work/steps-before.ts'
import { insertTimeEntry, type Timer, timersOfStep } from '#db/queries/work/time-entries.ts'
import { endTimer } from '#server/domains/work/timesheet/end-timers.ts'
import { addTimeEntry, endTimerAt } from '#server/domains/work/timesheet/save-entry.ts'
import { refuseLockedWeek } from '#server/domains/work/timesheets/week-lock.ts'
import { conflict, forbidden, invalid, Problem } from '#server/errors.ts'
import { readZone, todayIn } from '#server/zone.ts'
import { duration } from '#views/format.ts'
import { missing } from '#views/ui/field-rules.ts'
import { permitWorker, requireBoardWorker } from './find-step.ts'
import { readJobStep } from './present.ts'
import { isOtherReason, refuseDone, type StepOutcome, type StepWork, sayDone } from './step-work.ts'

/** One open interval of a person on a step; several people and several steps at once. @throws 400, 403, 409 */
export function startStep(work: StepWork): StepOutcome {
  const { tx, viewer, step, job, workerid } = work
  refuseDone(work)
  if (step.archived) throw new Problem(400, 'This step was taken off its category and no longer counts.')
  if (workerid === null) throw invalid({ workerid: 'Choose who does this step.' })
  permitWorker(tx, viewer, workerid, 'steps.assign')
  const worker = requireBoardWorker(tx.db, job.boardid, workerid)
  if (timersOfStep(tx.db, step.id).some((timer) => timer.workerid === workerid))
    throw conflict(readJobStep(tx.db, step.id, tx.by.userid), `${worker.name} works on this step already.`)
  const date = todayIn(readZone(tx.db), new Date(tx.now))
  refuseLockedWeek(tx, viewer, workerid, date)
  const message = checkOrder(work)
  insertTimeEntry(tx.db, tx.now, {
    ...{ id: randomUUIDv7(), jobid: job.id, jobstepid: step.id, workerid },
    ...{ date, startutc: tx.now, endutc: null },
    ...{
      seconds: 0,
      costrate: 0 as never,
      detail: '',
      inventoryid: null,
      billable: true,
      unconfirmed: false,
    },
  })
  return {
    state: { workerid: step.workerid ?? workerid, datestartedutc: step.datestartedutc ?? tx.now },
    said: sayDone('start', `, ${worker.name}`),
    message,
  }
}

export type StepOrderRule = 'off' | 'warn' | 'block'

export const readStepOrder = (db: StepWork['tx']['db']): StepOrderRule =>
  readSetting<StepOrderRule>(db, 'steporder') ?? 'warn'

/** At the start, not when all is done (domain-2 9.1). */
function checkOrder({ tx, step }: StepWork): string | undefined {
  const order = readStepOrder(tx.db)
  const open = order === 'off' ? [] : openStepsBefore(tx.db, step)
  if (open.length === 0) return
  const said = `Still open before this one: ${open.join(', ')}.`
  if (order === 'block') throw new Problem(400, said, { code: 'order' })
  return said
}

export function pauseStep(work: StepWork): StepOutcome {
  const { tx, viewer, step, change } = work
  const running = timersOfStep(tx.db, step.id)
  const own = running.filter((timer) => isOwnTimer(work, timer))
  // Unless it says whose, a person who works on it pauses themselves.
  const meant = change.workerid
    ? running.filter(({ workerid }) => workerid === change.workerid)
    : own.length > 0
      ? own
      : running
  if (meant.length === 0) throw new Problem(400, 'Nobody works on this step now.', { code: 'notrunning' })
  const ended = viewer.claims.has('steps.assign') ? meant : meant.filter((timer) => own.includes(timer))
  if (ended.length === 0) throw forbidden('Others work on this step: they pause it themselves.')
  for (const timer of ended) endTimer(tx, timer)
  return {
    state: {},
    said: sayDone('pause', `, ${ended.map((timer) => timer.workername).join(', ')}`),
  }
}

/**
 * Everybody’s timers on it end. One that nobody started asks for the minutes it took; where they are given, they count
 * in place of the timer of whose work it is: a start that waited on a device may begin it just before. @throws 400, 403, 409
 */
export function finishStep(work: StepWork): StepOutcome {
  const { tx, viewer, step, workerid, change } = work
  const minutes = change.minutes ?? undefined
  refuseDone(work)
  permitClosing(work)
  const running = timersOfStep(tx.db, step.id)
  const own = running.find((timer) => timer.workerid === workerid)
  for (const timer of running)
    if (timer === own && minutes !== undefined) endTimerAt(tx, viewer, timer, minutes, 'steps.assign')
    else endTimer(tx, timer)
  const isUnclocked = step.datestartedutc === null || (!own && minutes)
  const message = isUnclocked ? addUnclocked(work) : own && sayBooked(minutes)
  return { state: finished(work), said: sayDone('finish'), message }
}

const sayBooked = (minutes: number | undefined) => (minutes ? `${duration(minutes)} booked.` : undefined)

const finished = ({ tx, step, workerid, change }: StepWork): StepOutcome['state'] => ({
  workerid: step.workerid ?? workerid,
  completed: true,
  datecompletedutc: tx.now,
  datestartedutc: step.datestartedutc ?? tx.now,
  quantity: change.quantity ?? step.quantity,
})

/** Gives what was booked, as it was understood: a bare number is minutes. */
function addUnclocked({ tx, viewer, step, job, workerid, change }: StepWork) {
  const { minutes } = change
  if (workerid === null) throw invalid({ workerid: 'Choose who did this step.' })
  if (minutes === undefined || minutes === null) throw invalid({ minutes: missing.unclocked })
  requireBoardWorker(tx.db, job.boardid, workerid)
  if (minutes === 0) return
  addTimeEntry(tx, viewer, { jobid: job.id, jobstepid: step.id, workerid, minutes }, 'steps.assign')
  return sayBooked(minutes)
}

/** Counted apart from what is done, and never without a reason (domain-2 9.1). @throws 400, 403, 409 */
export function skipStep(work: StepWork): StepOutcome {
  const { tx, step, change } = work
  if (!isOtherReason(work)) refuseDone(work)
  if (!change.note) throw invalid({ note: missing.skipreason })
  permitClosing(work)
  for (const timer of timersOfStep(tx.db, step.id)) endTimer(tx, timer)
  return {
    state: { skipped: true, skipreason: change.note, datecompletedutc: step.datecompletedutc ?? tx.now },
    said: sayDone('skip', `: ${change.note}`),
  }
}

export function reopenStep(work: StepWork): StepOutcome {
  const { step, change } = work
  if (!step.completed && !step.skipped && !isOtherReason(work))
    throw new Problem(400, 'This step is open.', { code: 'open' })
  permitClosing(work)
  return {
    state: { completed: false, skipped: false, skipreason: '', datecompletedutc: null },
    said: sayDone('reopen', change.note ? `: ${change.note}` : ''),
  }
}

/** Whoever has the step or works on it; others need the right to. @throws 403 */
function permitClosing(work: StepWork) {
  const { tx, viewer, step } = work
  if (timersOfStep(tx.db, step.id).some((timer) => isOwnTimer(work, timer))) return
  if (step.workerid ?? work.workerid)
    permitWorker(tx, viewer, (step.workerid ?? work.workerid) as string, 'steps.assign')
  else if (!viewer.claims.has('steps.assign')) throw forbidden('Nobody has this step: take it first.')
}

const isOwnTimer = ({ tx }: StepWork, { workerid }: Timer) =>
  workerOfUser(tx.db, tx.by.userid)?.id === workerid
