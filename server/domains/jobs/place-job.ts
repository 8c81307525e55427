import { type JobPlaceRow, placeOf } from '#db/queries/jobs.ts'
import { placeJob } from '#db/queries/jobs-lanes.ts'
import { boards } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import { type Change, remember } from '#server/history.ts'
import { nameOf } from '#server/records.ts'
import { todayIn, zoneOf } from '#server/zone.ts'
import { jobWarnings } from './present-cards.ts'
import { enterLane, leaveLane, standing, type Under } from './rank-jobs.ts'
import { APPROVE, COMPLETE, isLane, statusName } from './status.ts'
import type { JobMovedEvent, JobPlace } from './types.ts'

type Target = { status: number; boardid?: string; statusbefore?: number | null; under?: Under }

/** Where a job stands at the moment. */
export const currentPlace = (db: TenantDb, job: JobPlaceRow): JobPlace =>
  placeFrom(db, job, isRanked(job) ? standing(db, job, job.id).afterid : null)

const isRanked = (job: { status: number; template: number }) => isLane(job.status) && !job.template

/**
 * Brings a job to another place, to the end of its lane unless said otherwise; writes its row and its history and
 * tells everybody. The day on which it became Complete is set and taken away here.
 */
export function changePlace(tx: Tx, job: JobPlaceRow, { under = 'end', ...target }: Target): JobPlace {
  const to = { ...job, statusbefore: null, ...target, seq: tx.seq }
  const stays = to.boardid === job.boardid && to.status === job.status
  if (isRanked(job) && !stays) leaveLane(tx.db, job, job.id)
  const stood = isRanked(to) ? enterLane(tx.db, to, job.id, under) : null
  if (stays && stood && stood.before === stood.rank) return placeFrom(tx.db, job, stood.afterid)
  const version = placeJob(tx.db, { ...to, now: tx.now, completed: completionOf(tx, job.status, to.status) })
  remember(tx, 'jobs', job.id, changesOf(tx.db, job, to, stood))
  const place = placeFrom(tx.db, { ...to, version }, stood?.afterid ?? null)
  announce(tx, job, place)
  return place
}

const placeFrom = (db: TenantDb, job: JobPlaceRow, afterid: string | null): JobPlace => ({
  id: job.id,
  boardid: job.boardid,
  status: job.status,
  afterid,
  version: job.version,
  seq: job.seq,
  warnings: countWarnings(db, job),
})

/** Tells of a job that is new on its board. */
export function announceNew(tx: Tx, id: string) {
  const job = placeOf(tx.db, id)
  if (job && !job.template) announce(tx, job, currentPlace(tx.db, job))
}

function announce(tx: Tx, job: JobPlaceRow, { seq: _seq, ...place }: JobPlace) {
  const event: JobMovedEvent = { ...place, locationid: job.location }
  if (job.boardid !== place.boardid) event.fromboardid = job.boardid
  tx.publish('JobMoved', [event])
}

function countWarnings(db: TenantDb, job: Parameters<typeof jobWarnings>[1]): number {
  return isLane(job.status) && job.status >= APPROVE ? jobWarnings(db, job).length : 0
}

/** The day of completion as it becomes: set, taken away, or (undefined) left. */
function completionOf({ db, now }: Tx, from: number, to: number): string | null | undefined {
  if (to === COMPLETE && from < COMPLETE) return todayIn(zoneOf(db), new Date(now))
  return to < COMPLETE && from === COMPLETE ? null : undefined
}

function changesOf(
  db: TenantDb,
  from: JobPlaceRow,
  to: JobPlaceRow,
  stood: { before: number; rank: number } | null,
): Change[] {
  const words = (field: string, oldvalue: string, newvalue: string) => [{ field, oldvalue, newvalue }]
  if (from.boardid !== to.boardid)
    return words('boardid', nameOf(db, boards, from.boardid), nameOf(db, boards, to.boardid))
  if (from.status !== to.status)
    return words('status', statusName(db, from.status), statusName(db, to.status))
  return stood ? words('place', String(stood.before + 1), String(stood.rank + 1)) : []
}
