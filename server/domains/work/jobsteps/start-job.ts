import { APPROVE } from '#db/job-status.ts'
import { newestIteration } from '#db/queries/work/job-steps.ts'
import type { Tx } from '#db/tenants.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { getPermittedJob } from '#server/domains/work/jobs/find-job.ts'
import { Problem } from '#server/errors.ts'
import { addJobStep } from './added-steps.ts'
import { changeJobStep } from './change-job-step.ts'

const NAME = 'Work on the job'

/** A job without steps gets one of its own, so that it is timed, finished and told like any other. @throws 404, 403, 400 */
export function startJob(tx: Tx, viewer: Viewer, jobid: string): string {
  const job = getPermittedJob(tx.db, viewer, jobid)
  if (newestIteration(tx.db, job.id) > 0)
    throw new Problem(400, `${job.reference} has steps by now: start one of these.`, { code: 'hassteps' })
  const id = addJobStep(tx, job.id, { name: NAME, instruction: '', lane: APPROVE })
  changeJobStep(tx, viewer, { id, action: 'start' })
  return id
}
