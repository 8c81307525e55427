import { closeTimer, type Timer, timersOfJobs, timersOfWorker } from '#db/queries/work/time-entries.ts'
import { rateOn } from '#db/queries/work/worker-rates.ts'
import type { Tx } from '#db/tenants.ts'
import { publishWork } from '#server/domains/work/jobsteps/publish-work.ts'
import { recordHistory } from '#server/history.ts'
import { isOverlong } from '#server/running-timers.ts'
import { duration } from '#views/format.ts'
import { secondsBetween, toMinutes } from './intervals.ts'
import { shareTime } from './share-time.ts'

/** By the server's clock; if that went back since the start, nothing is counted and somebody is asked. */
export function endTimer(tx: Tx, timer: Timer, why = '') {
  const wentback = tx.now < timer.startutc
  const endutc = wentback ? timer.startutc : tx.now
  const seconds = secondsBetween(timer.startutc, endutc)
  const costrate = rateOn(tx.db, timer.workerid, timer.date)
  const unconfirmed = wentback || isOverlong(timer.startutc, endutc)
  closeTimer(tx.db, tx.now, { id: timer.id, endutc, seconds, costrate, unconfirmed })
  shareTime(tx.db, { ...timer, endutc })
  const newvalue = [
    `${timer.workername}, ${duration(toMinutes(seconds))}`,
    unconfirmed && 'to be confirmed',
    why,
  ]
  recordHistory(
    tx,
    'jobs',
    timer.jobid,
    [{ field: 'time', oldvalue: '', newvalue: newvalue.filter(Boolean).join(', ') }],
    timer.stepname ?? '',
  )
}

export const endTimersOfJob = (tx: Tx, jobid: string) =>
  endAll(tx, timersOfJobs(tx.db, [jobid]), 'ended with the job')

/** Of one who is archived. */
export function endTimersOfWorker(tx: Tx, { id }: { id: string }): undefined {
  endAll(tx, timersOfWorker(tx.db, id), 'ended with the worker')
}

function endAll(tx: Tx, timers: readonly Timer[], why: string) {
  for (const timer of timers) {
    endTimer(tx, timer, why)
    publishWork(tx, { ...timer, id: timer.jobid }, [timer.workerid])
  }
}
