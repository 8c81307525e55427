import { workerOfUser } from '#db/queries/work/job-steps.ts'
import { hasRunningTimer, type Timer, timersOfWorker } from '#db/queries/work/time-entries.ts'
import type { TenantDb } from '#db/types.ts'
import type { RunningTimer, TimersProps } from '#views/layout/timers.tsx'
import { HOUR_MS, MINUTE_MS } from './instants.ts'
import { keptRead } from './kept-reads.ts'

/** Of a timer that ran longer somebody must say how much of it was work (decision F8). */
const LONGEST_MS = 8 * HOUR_MS

const msSince = (startutc: string, now: string) => Math.max(0, Date.parse(now) - Date.parse(startutc))

export const isOverlong = (startutc: string, now: string) => msSince(startutc, now) > LONGEST_MS

/** Those of a person who is a worker; null for who is none. */
export function readRunningTimers(db: TenantDb, userid: string): TimersProps | null {
  const { workerid, runs } = keptRead(db, `timers ${userid}`, () => findTimers(db, userid))
  if (!workerid) return null
  if (!runs) return { workerid, timers: [] }
  const now = db.now().toISOString()
  const timers = timersOfWorker(db, workerid).map((timer) => presentRunningTimer(timer, now))
  return { workerid, timers }
}

function findTimers(db: TenantDb, userid: string) {
  const workerid = workerOfUser(db, userid)?.id
  return { workerid, runs: workerid !== undefined && hasRunningTimer(db, workerid) }
}

const presentRunningTimer = (
  { id, jobid, jobstepid, reference, description, stepname, startutc }: Timer,
  now: string,
): RunningTimer => ({
  ...{ id, jobid, reference, startutc, stepid: jobstepid },
  name: stepname ?? description,
  minutes: Math.floor(msSince(startutc, now) / MINUTE_MS),
  overlong: isOverlong(startutc, now),
})
