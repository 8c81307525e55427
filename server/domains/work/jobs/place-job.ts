import { COMPLETE, isLane } from '#db/job-status.ts'
import { findJobPlace, type JobPlaceRow } from '#db/queries/work/jobs.ts'
import { placeJob } from '#db/queries/work/jobs-lanes.ts'
import { boards } from '#db/schema/tenant/index.ts'
import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import { type Change, recordHistory } from '#server/history.ts'
import { findName } from '#server/records.ts'
import { readZone, todayIn } from '#server/zone.ts'
import { moveApproval } from './approval.ts'
import { moveAcceptanceDay } from './approval-day.ts'
import { leaveTakenPieces } from './leave-taken-pieces.ts'
import { jobWarnings } from './present-cards.ts'
import { aboveInLane, changeLane, moveWithinLane, type RankTarget } from './rank-jobs.ts'
import { statusName } from './status.ts'
import type { JobMovedEvent, JobPosition } from './types.ts'
import { showsWarnings } from './warnings.ts'

type Target = { status: number; boardid?: string; statusbefore?: number | null; where?: RankTarget }

export const currentPlace = (db: TenantDb, job: JobPlaceRow): JobPosition =>
  placeFrom(db, job, isRanked(job) ? aboveInLane(db, job, job.id) : null)

const isRanked = (job: { status: number; template: boolean }) => isLane(job.status) && !job.template

export function changePlace(tx: Tx, job: JobPlaceRow, { where = 'end', ...target }: Target): JobPosition {
  const to = { ...job, statusbefore: null, ...target }
  const lanes = { from: isRanked(job) ? job : null, to: isRanked(to) ? to : null }
  // However it comes back: by a restore, a credit note, or what is thought of next.
  if (lanes.to && !lanes.from) leaveTakenPieces(tx, job)
  const afterid = changeLane(tx.db, lanes, job.id, where)
  return storePlace(tx, job, to, afterid, placeChangesBetween(tx.db, job, to))
}

export function changeRank(tx: Tx, job: JobPlaceRow, where: RankTarget): JobPosition {
  const { from, to, afterid } = moveWithinLane(tx.db, job, job.id, where)
  if (from === to) return placeFrom(tx.db, job, afterid)
  const change = { field: 'place', oldvalue: String(from + 1), newvalue: String(to + 1) }
  return storePlace(tx, job, job, afterid, [change])
}

function storePlace(tx: Tx, from: JobPlaceRow, to: JobPlaceRow, afterid: string | null, changes: Change[]) {
  const completed = completionDate(tx, from.status, to.status)
  const row = { ...to, seq: tx.seq, now: tx.now, completed }
  const version = placeJob(tx.db, row, to.boardid !== from.boardid)
  recordHistory(tx, 'jobs', to.id, changes)
  moveAcceptanceDay(tx, from, to.status)
  moveApproval(tx, from, to.status)
  const place = placeFrom(tx.db, { ...row, version }, afterid)
  announce(tx, from, place)
  return place
}

const placeFrom = (db: TenantDb, job: JobPlaceRow, afterid: string | null): JobPosition => ({
  id: job.id,
  boardid: job.boardid,
  status: job.status,
  afterid,
  version: job.version,
  seq: job.seq,
  warnings: countWarnings(db, job),
})

export function publishNewJob(tx: Tx, id: string) {
  const job = findJobPlace(tx.db, id)
  if (job && !job.template) announce(tx, job, currentPlace(tx.db, job))
}

function announce(tx: Tx, job: JobPlaceRow, { seq: _seq, ...place }: JobPosition) {
  const event: JobMovedEvent = { ...place, locationid: job.location }
  if (job.boardid !== place.boardid) event.fromboardid = job.boardid
  tx.publish('JobMoved', [event])
}

function countWarnings(db: TenantDb, job: Parameters<typeof jobWarnings>[1]): number {
  return showsWarnings(job.status) ? jobWarnings(db, job).length : 0
}

function completionDate({ db, now }: Tx, from: number, to: number): string | null | undefined {
  if (to === COMPLETE && from < COMPLETE) return todayIn(readZone(db), new Date(now))
  return to < COMPLETE && from === COMPLETE ? null : undefined
}

function placeChangesBetween(db: TenantDb, from: JobPlaceRow, to: JobPlaceRow): Change[] {
  const [field, oldvalue, newvalue] =
    from.boardid === to.boardid
      ? ['status', statusName(db, from.status), statusName(db, to.status)]
      : ['boardid', findName(db, boards, from.boardid), findName(db, boards, to.boardid)]
  return [{ field, oldvalue, newvalue } as Change]
}
