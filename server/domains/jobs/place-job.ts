import { type JobPlaceRow, placeOf } from '#db/queries/jobs.ts'
import { endOf, jobAt, LANE_END, placeJob, shift } from '#db/queries/jobs-ranks.ts'
import { boards } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import { type Change, remember } from '#server/history.ts'
import { nameOf } from '#server/records.ts'
import { todayIn, zoneOf } from '#server/zone.ts'
import { jobWarnings } from './present-cards.ts'
import { APPROVE, COMPLETE, isLane, statusName } from './status.ts'
import type { JobMovedEvent, JobPlace } from './types.ts'

type Target = { status: number; rank: number; statusbefore?: number | null; boardid?: string }

/** Where a job stands at the moment. */
export const currentPlace = (db: TenantDb, job: JobPlaceRow): JobPlace => ({
  id: job.id,
  boardid: job.boardid,
  status: job.status,
  afterid: isLane(job.status) ? jobAt(db, job, job.rank - 1) : null,
  version: job.version,
  seq: job.seq,
  warnings: countWarnings(db, job),
})

/**
 * Writes a job's new place, whose neighbours have made room, with its history entry, and tells everybody.
 * The day on which it became Complete is set and taken away here.
 */
export function changePlace(tx: Tx, job: JobPlaceRow, target: Target): JobPlace {
  const to = { ...job, statusbefore: null, ...target, seq: tx.seq }
  const version = placeJob(tx.db, { ...to, now: tx.now, completed: completionOf(tx, job.status, to.status) })
  remember(tx, 'jobs', job.id, changesOf(tx.db, job, to))
  const place = currentPlace(tx.db, { ...to, version })
  announce(tx, job, place)
  return place
}

/** Takes a job out of its lane (if it is in one) to the end of another lane, or off the board. */
export function changeStatus(tx: Tx, job: JobPlaceRow, status: number, statusbefore: number | null = null) {
  closeGap(tx, job)
  const rank = isLane(status) && !job.template ? endOf(tx.db, { ...job, status }) : 0
  return changePlace(tx, job, { status, statusbefore, rank })
}

/** Takes a job to the end of the same lane on another board. */
export function changeBoard(tx: Tx, job: JobPlaceRow, boardid: string): JobPlace {
  closeGap(tx, job)
  const { status } = job
  const rank = isLane(status) && !job.template ? endOf(tx.db, { boardid, status }) : 0
  return changePlace(tx, job, { status, rank, boardid, statusbefore: job.statusbefore })
}

/** Tells of a job that is new on its board. */
export function announceNew(tx: Tx, id: string) {
  const job = placeOf(tx.db, id)
  if (job && !job.template) announce(tx, job, currentPlace(tx.db, job))
}

function closeGap(tx: Tx, job: JobPlaceRow) {
  if (isLane(job.status) && !job.template) shift(tx.db, job, job.rank + 1, LANE_END, -1)
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

function changesOf(db: TenantDb, from: JobPlaceRow, to: JobPlaceRow): Change[] {
  if (from.boardid !== to.boardid)
    return [
      {
        field: 'boardid',
        oldvalue: nameOf(db, boards, from.boardid),
        newvalue: nameOf(db, boards, to.boardid),
      },
    ]
  if (from.status !== to.status)
    return [{ field: 'status', oldvalue: statusName(db, from.status), newvalue: statusName(db, to.status) }]
  return [{ field: 'place', oldvalue: String(from.rank + 1), newvalue: String(to.rank + 1) }]
}
