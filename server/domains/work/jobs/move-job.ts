import { APPROVE, isLane } from '#db/job-status.ts'
import { givesOutSteps } from '#db/queries/work/job-steps.ts'
import { findJobPlace, type JobPlaceRow } from '#db/queries/work/jobs.ts'
import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { warnUnplanned } from '#server/domains/work/jobinputs/unplanned-products.ts'
import { warnUnbilledTime } from '#server/domains/work/timesheet/unbilled-time.ts'
import { conflict, invalid, Problem } from '#server/errors.ts'
import { checkTransitionAllowed, visibleJob } from './find-job.ts'
import { checkMoveAssertions } from './guard-move.ts'
import { changePlace, changeRank, currentPlace } from './place-job.ts'
import { jobWarnings } from './present-cards.ts'
import type { RankTarget } from './rank-jobs.ts'
import { statusName } from './status.ts'
import { transition } from './transitions.ts'
import type { JobPosition } from './types.ts'

type JobMove = {
  jobid: string
  /** 1 to 4. */
  lane: number
  afterid: string | null
  /** Only a move since then makes this one too late. */
  version?: number
  confirmed?: boolean
}

/** Decisions C1 and C2. @throws 404, 403, 400 `blocked`, 409 with the job's place, 409 `warnings` with their list */
export function moveJob(tx: Tx, viewer: Viewer, move: JobMove): JobPosition {
  const job = visibleJob(tx.db, viewer, move.jobid)
  checkStillThere(tx.db, job, move.version)
  permit(viewer, job, move.lane)
  checkRules(tx.db, viewer, job, move)
  const where = neighbour(tx.db, job, move)
  return job.status === move.lane
    ? changeRank(tx, job, where)
    : changePlace(tx, job, { status: move.lane, where })
}

export function moveToEnd(tx: Tx, viewer: Viewer, jobid: string, lane: number, confirmed = false) {
  const job = visibleJob(tx.db, viewer, jobid)
  if (job.status === lane) return
  checkStillThere(tx.db, job, undefined)
  permit(viewer, job, lane)
  checkRules(tx.db, viewer, job, { lane, confirmed })
  changePlace(tx, job, { status: lane })
}

/** What has to be confirmed before a job moves to the end of a lane. @throws as `moveToEnd`, but for `warnings` */
export function warnBeforeMove(db: TenantDb, viewer: Viewer, jobid: string, lane: number) {
  const job = visibleJob(db, viewer, jobid)
  checkStillThere(db, job, undefined)
  permit(viewer, job, lane)
  return findMoveWarnings(db, viewer, job, { lane })
}

function checkStillThere(db: TenantDb, job: JobPlaceRow, version: number | undefined) {
  if (job.template) throw new Problem(400, 'This is a template, and templates are not on the board.')
  const late = version !== undefined && version < job.movedversion
  if (!late && isLane(job.status)) return
  const where = isLane(job.status) ? 'Somebody else has moved this job to' : 'This job is now'
  throw conflict(currentPlace(db, job), `${where} ${statusName(db, job.status)}.`)
}

function permit(viewer: Viewer, job: JobPlaceRow, lane: number) {
  const rule = transition('move', job.status, lane)
  if (!rule) throw invalid({ lane: 'This must be one of the four lanes, 1 to 4.' })
  checkTransitionAllowed(viewer, job, rule)
}

type Way = Pick<JobMove, 'lane' | 'confirmed'>

const WARNED = ['rule.consumed', 'rule.equipment']

/** Decision C1. */
function checkRules(db: TenantDb, viewer: Viewer, job: JobPlaceRow, move: Way) {
  const warnings = findMoveWarnings(db, viewer, job, move)
  if (warnings.length === 0) return
  throw new Problem(409, warnings.map(({ message }) => message).join(' '), {
    code: 'warnings',
    data: warnings,
  })
}

/** @throws 400 `blocked` */
function findMoveWarnings(db: TenantDb, { claims }: Viewer, job: JobPlaceRow, { lane, confirmed }: Way) {
  if (job.status === lane) return []
  const ruled = checkMoveAssertions(db, job.id, job.boardid, job.status, lane)
  if (confirmed) return []
  const asks = transition('move', job.status, lane)?.warns
  return [
    ...(asks ? jobWarnings(db, { ...job, status: lane }, givesOutSteps(db)) : []),
    // Who sees no prices cannot choose: the draft of the invoice asks who does.
    ...(asks && claims.has('jobs.money') ? warnUnbilledTime(db, job.id) : []),
    ...(lane >= APPROVE && lane > job.status ? warnUnplanned(db, job.id) : []),
    ...ruled.filter(({ code }) => !asks || !WARNED.includes(code)),
  ]
}

/** One that went to another lane meanwhile leaves the end. @throws 400 */
function neighbour(db: TenantDb, job: JobPlaceRow, { lane, afterid }: JobMove): RankTarget {
  if (!afterid) return 'top'
  const after = findJobPlace(db, afterid)
  if (after?.boardid !== job.boardid || afterid === job.id)
    throw invalid({ afterid: 'This is not another job on the same board.' })
  return after.status === lane ? { id: afterid } : 'end'
}
