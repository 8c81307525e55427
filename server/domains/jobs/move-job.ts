import { type JobPlaceRow, placeOf } from '#db/queries/jobs.ts'
import { endOf, jobAt, LANE_END, shift } from '#db/queries/jobs-ranks.ts'
import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import type { Sight } from '#server/domains/boards/sight.ts'
import { conflict, forbidden, invalid, Problem } from '#server/errors.ts'
import { allowed, seenJob } from './find-job.ts'
import { changePlace, currentPlace } from './place-job.ts'
import { jobWarnings } from './present-cards.ts'
import { isLane, statusName } from './status.ts'
import { transition } from './transitions.ts'
import type { JobPlace } from './types.ts'

export type Move = {
  jobid: string
  /** 1 to 4. */
  lane: number
  /** The job that it is put right under; null puts it at the top. */
  afterid: string | null
  /** The job's version that the person saw. Only a move since then makes this one too late. */
  version?: number
  /** The warnings were shown and accepted. */
  confirmed?: boolean
}

/**
 * Moves a job to a place of a lane on its board and ranks both lanes (decisions C1 and C2).
 * @throws 404, 403, 409 with the job's place when somebody else moved it first, 409 `warnings` with their list.
 */
export function moveJob(tx: Tx, sight: Sight, move: Move): JobPlace {
  const job = seenJob(tx.db, sight, move.jobid)
  checkStillThere(tx.db, job, move.version)
  permit(sight, job, move.lane)
  if (!move.confirmed) confirmWarnings(tx.db, job, move.lane)
  const rank = rankUnder(tx.db, job, move)
  if (job.status === move.lane && rank === job.rank) return currentPlace(tx.db, job)
  makePlace(tx.db, job, move.lane, rank)
  return changePlace(tx, job, { status: move.lane, rank })
}

/** Moves a job to the end of a lane, for whoever names a status and no place; nothing when it is there already. */
export function moveToEnd(tx: Tx, sight: Sight, jobid: string, lane: number, confirmed?: boolean) {
  const job = seenJob(tx.db, sight, jobid)
  if (job.status === lane) return
  const last = isLane(lane) ? endOf(tx.db, { boardid: job.boardid, status: lane }) - 1 : -1
  const afterid = jobAt(tx.db, { boardid: job.boardid, status: lane }, last)
  moveJob(tx, sight, { jobid, lane, afterid, confirmed })
}

function checkStillThere(db: TenantDb, job: JobPlaceRow, version: number | undefined) {
  if (job.template) throw new Problem(400, 'This is a template, and templates are not on the board.')
  const late = version !== undefined && version < job.movedversion
  if (!late && isLane(job.status)) return
  const where = isLane(job.status) ? 'Somebody else has moved this job to' : 'This job is now'
  throw conflict(currentPlace(db, job), `${where} ${statusName(db, job.status)}.`)
}

function permit(sight: Sight, job: JobPlaceRow, lane: number) {
  const rule = transition('move', job.status, lane)
  if (!rule) throw invalid({ lane: 'This must be one of the four lanes, 1 to 4.' })
  if (!allowed(sight, job.boardid, rule)) throw forbidden()
}

/** Decision C1: into Complete the warnings are listed, and the person is asked once. */
function confirmWarnings(db: TenantDb, job: JobPlaceRow, lane: number) {
  if (!transition('move', job.status, lane)?.warns) return
  const warnings = jobWarnings(db, { ...job, status: lane })
  if (warnings.length === 0) return
  throw new Problem(409, warnings.map(({ message }) => message).join(' '), {
    code: 'warnings',
    data: warnings,
  })
}

/** The rank in the lane as it will be without the job. A neighbour that went elsewhere meanwhile leaves the end. */
function rankUnder(db: TenantDb, job: JobPlaceRow, { lane, afterid }: Move): number {
  if (!afterid) return 0
  const after = placeOf(db, afterid)
  if (!after || after.boardid !== job.boardid || after.id === job.id)
    throw invalid({ afterid: 'This is not another job on the same board.' })
  const rank = after.status === lane ? after.rank + 1 : endOf(db, { boardid: job.boardid, status: lane })
  return job.status === lane && rank > job.rank ? rank - 1 : rank
}

/** Shifts only the jobs between the old place and the new one. */
function makePlace(db: TenantDb, { boardid, status, rank: from }: JobPlaceRow, lane: number, to: number) {
  const old = { boardid, status }
  if (lane !== status) {
    shift(db, old, from + 1, LANE_END, -1)
    shift(db, { boardid, status: lane }, to, LANE_END, 1)
  } else if (to > from) shift(db, old, from + 1, to, -1)
  else shift(db, old, to, from - 1, 1)
}
