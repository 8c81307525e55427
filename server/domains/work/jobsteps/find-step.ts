import { APPROVE } from '#db/job-status.ts'
import { type JobStepRow, jobStepById, workerOfUser } from '#db/queries/work/job-steps.ts'
import type { JobPlaceRow } from '#db/queries/work/jobs.ts'
import { findBoardWorker } from '#db/queries/work/workers.ts'
import type { Tx } from '#db/tenants.ts'
import type { TenantDb } from '#db/types.ts'
import type { Claim } from '#server/access/claims.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { getEditableJob } from '#server/domains/work/jobs/find-job.ts'
import { statusName } from '#server/domains/work/jobs/status.ts'
import { forbidden, invalid, notFound, Problem } from '#server/errors.ts'

export type OpenStep = { step: JobStepRow; job: JobPlaceRow }

/** @throws 404, 403, and 400 for a job whose steps nobody works on: settled, not approved, or Complete */
export function getWorkableStep(db: TenantDb, viewer: Viewer, id: string): OpenStep {
  const step = jobStepById(db, id)
  if (!step) throw notFound('step')
  return { step, job: getWorkableJob(db, viewer, step.jobid) }
}

/** One whose steps may still be named. @throws 404, 403, and 400 for a template, or one that is settled or Complete */
export function getPlannedJob(db: TenantDb, viewer: Viewer, jobid: string): JobPlaceRow {
  const job = getEditableJob(db, viewer, jobid)
  if (job.template)
    throw new Problem(400, 'A template has no steps: those of its categories come to its jobs.')
  if (job.status > APPROVE)
    throw new Problem(400, `Job ${job.reference} is in ${statusName(db, job.status)}: move it back first.`, {
      code: 'jobclosed',
    })
  return job
}

export function getWorkableJob(db: TenantDb, viewer: Viewer, jobid: string): JobPlaceRow {
  const job = getPlannedJob(db, viewer, jobid)
  if (job.approvedutc === null)
    throw new Problem(400, `Job ${job.reference} is not approved yet.`, { code: 'notapproved' })
  return job
}

/** Whose time or work it is: the person's own, unless they may do so for others. @throws 403 */
export function permitWorker(tx: Tx, viewer: Viewer, workerid: string, forOthers: Claim) {
  if (viewer.claims.has(forOthers)) return
  if (workerOfUser(tx.db, tx.by.userid)?.id !== workerid)
    throw forbidden('You may do this for yourself alone, as the worker who signs in as you.')
}

/** @throws 400 for one who is archived, or not on the board */
export function requireBoardWorker(db: TenantDb, boardid: string, workerid: string) {
  const worker = findBoardWorker(db, boardid, workerid)
  if (!worker) throw invalid({ workerid: 'This is no worker of this board.' })
  return worker
}
