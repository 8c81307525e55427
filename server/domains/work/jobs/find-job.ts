import { ARCHIVED, INVOICED, REMOVED } from '#db/job-status.ts'
import { findLastChange } from '#db/queries/history.ts'
import { findJobPlace, type JobPlaceRow, listJobPlaces } from '#db/queries/work/jobs.ts'
import type { TenantDb } from '#db/types.ts'
import type { Permission } from '#server/access/board-permissions.ts'
import { canSeeJobAt, hasPermission, type Viewer } from '#server/access/viewer.ts'
import { forbidden, notFound, Problem } from '#server/errors.ts'
import { readZone, todayIn } from '#server/zone.ts'
import { shortDate } from '#views/format.ts'
import type { Transition } from './transitions.ts'

/** @throws 404 for one that is hidden, exactly as for none, and for one that was removed */
export const visibleJob = (db: TenantDb, viewer: Viewer, id: string): JobPlaceRow =>
  checkVisible(db, viewer, findJobPlace(db, id))

function checkVisible(db: TenantDb, viewer: Viewer, job: JobPlaceRow | null | undefined): JobPlaceRow {
  if (!job || !canSeeJobAt(viewer, job.boardid, job.location)) throw notFound('job')
  if (job.status === REMOVED && !viewer.admin) throw removedJob(db, viewer, job)
  return job
}

/** Whoever saw the job is told what became of it. */
function removedJob(db: TenantDb, viewer: Viewer, { id, reference }: JobPlaceRow): Problem {
  const removal = viewer.claims.has('history.read') && findLastChange(db, 'jobs', id, 'status')
  const day = removal && shortDate(todayIn(readZone(db), new Date(removal.date)))
  const by = removal ? ` by ${removal.user} on ${day}` : ''
  const message = `Job ${reference} was removed${by}. An administrator can restore it.`
  return new Problem(404, message, { code: 'jobremoved' })
}

export const getPermittedJob = (
  db: TenantDb,
  viewer: Viewer,
  id: string,
  needed: Permission = 'work',
): JobPlaceRow => checkPermission(viewer, visibleJob(db, viewer, id), needed)

function checkPermission(viewer: Viewer, job: JobPlaceRow, needed: Permission): JobPlaceRow {
  if (!hasPermission(viewer, job.boardid, needed)) throw forbidden()
  return job
}

/** @throws 404, 403, and 400 for a removed job */
export const changeableJob = (db: TenantDb, viewer: Viewer, id: string): JobPlaceRow =>
  checkChangeable(getPermittedJob(db, viewer, id))

/** @throws as `changeableJob` for the first that is refused */
export function checkChangeableJobs(db: TenantDb, viewer: Viewer, ids: readonly string[]) {
  const places = new Map(listJobPlaces(db, ids).map((job) => [job.id, job]))
  for (const id of new Set(ids))
    checkChangeable(checkPermission(viewer, checkVisible(db, viewer, places.get(id)), 'work'))
}

function checkChangeable(job: JobPlaceRow): JobPlaceRow {
  if (job.status === REMOVED) throw new Problem(400, 'This job is removed: restore it first.')
  return job
}

const closed: Record<number, string> = {
  [INVOICED]: 'is invoiced: it changes no more until a credit note opens it again.',
  [ARCHIVED]: 'is archived: restore it before changing it.',
}

/** Notes, documents, payments and feedback go on (decision F4). @throws as `changeableJob`, and 400 when it is settled */
export function getEditableJob(db: TenantDb, viewer: Viewer, id: string): JobPlaceRow {
  const job = changeableJob(db, viewer, id)
  const why = closed[job.status]
  if (why) throw new Problem(400, `Job ${job.reference} ${why}`, { code: 'jobclosed' })
  return job
}

/** @throws 403, in words where what is missing is the approval */
export function checkTransitionAllowed(
  viewer: Viewer,
  job: Pick<JobPlaceRow, 'boardid' | 'approvedutc'>,
  { claim, board, admin, approves }: Transition,
) {
  if (!viewer.claims.has(claim) || !hasPermission(viewer, job.boardid, board) || (admin && !viewer.admin))
    throw forbidden()
  if (approves) checkApproval(viewer, job)
}

/** Decision F1. @throws 403 */
export function checkApproval(viewer: Viewer, { approvedutc }: Pick<JobPlaceRow, 'approvedutc'>) {
  if (approvedutc === null && !viewer.claims.has('jobs.approve')) throw forbidden(NOT_APPROVED)
}

const NOT_APPROVED =
  'This job is not approved yet, and you may not approve jobs. Ask somebody who may, then go on from there.'
