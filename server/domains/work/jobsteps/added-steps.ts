import { randomUUIDv7 } from 'bun'
import { deleteUntouchedStep, listAddedSteps } from '#db/queries/work/added-steps.ts'
import {
  insertJobStep,
  type JobStepRow,
  jobStepById,
  newestIteration,
  nextJobStepOrder,
} from '#db/queries/work/job-steps.ts'
import type { JobPlaceRow } from '#db/queries/work/jobs.ts'
import type { Tx } from '#db/tenants.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { notFound, Problem } from '#server/errors.ts'
import { recordHistory } from '#server/history.ts'
import { getPlannedJob } from './find-step.ts'

/** For this job alone, at the end of its newest iteration. */
export function addJobStep(tx: Tx, jobid: string, step: Pick<JobStepRow, 'name' | 'instruction' | 'lane'>) {
  const id = randomUUIDv7()
  const iteration = newestIteration(tx.db, jobid) || 1
  const order = nextJobStepOrder(tx.db, jobid, iteration)
  insertJobStep(tx.db, tx.now, { ...step, id, jobid, iteration, order, reason: '', stepid: null })
  recordHistory(tx, 'jobs', jobid, [{ field: 'step', oldvalue: '', newvalue: 'added' }], step.name)
  return id
}

/** Those of rework were for what went wrong on that job. */
export function copyAddedSteps(tx: Tx, from: string, to: string) {
  for (const [order, step] of listAddedSteps(tx.db, from, 1).entries())
    insertJobStep(tx.db, tx.now, {
      ...step,
      id: randomUUIDv7(),
      jobid: to,
      iteration: 1,
      order,
      reason: '',
      stepid: null,
    })
}

/** @throws 404, 403, 400 for one of a category, or that somebody has or touched */
export function removeJobStep(tx: Tx, viewer: Viewer, id: string): JobPlaceRow {
  const step = jobStepById(tx.db, id)
  if (!step) throw notFound('step')
  const job = getPlannedJob(tx.db, viewer, step.jobid)
  if (!deleteUntouchedStep(tx.db, id))
    throw new Problem(400, `${step.name} is of a category, or was begun or given out: skip it instead.`, {
      code: 'stepused',
    })
  recordHistory(tx, 'jobs', job.id, [{ field: 'step', oldvalue: '', newvalue: 'removed' }], step.name)
  return job
}
