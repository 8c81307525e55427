import { randomUUIDv7 } from 'bun'
import { APPROVE } from '#db/job-status.ts'
import { hasStepsOfCategories, listAddedSteps, shiftJobSteps } from '#db/queries/work/added-steps.ts'
import {
  insertJobStep,
  type JobStepRow,
  listStepsOfCategories,
  newestIteration,
} from '#db/queries/work/job-steps.ts'
import type { Tx } from '#db/tenants.ts'
import { Problem } from '#server/errors.ts'
import { recordHistory } from '#server/history.ts'

/** Most of one job; a category has 500 at most. */
const MOST_ITERATIONS = 100

/** Of rework that another program asks for without saying why; the page asks. */
const NO_REASON = 'No reason given'

type StepToCopy = Pick<JobStepRow, 'name' | 'instruction' | 'lane'> & { id: string | null }

/** What belongs before the approval is past by then. */
const isWork = ({ lane }: StepToCopy) => lane === null || lane >= APPROVE

/** A job that has steps of its categories already keeps them; those that it has of its own come after. */
export function makeFirstIteration(tx: Tx, jobid: string) {
  if (hasStepsOfCategories(tx.db, jobid) || newestIteration(tx.db, jobid) > 1) return
  const steps = listStepsOfCategories(tx.db, jobid).filter(isWork)
  shiftJobSteps(tx.db, jobid, steps.length)
  copySteps(tx, jobid, { iteration: 1, reason: '' }, steps)
}

/** Rework: the steps of one lane, or of all, once more (decision F7). Its time costs, its output counts once. @throws 400 */
export function makeNextIteration(
  tx: Tx,
  jobid: string,
  { lane, reason: given }: { lane?: number; reason?: string },
): number {
  const newest = newestIteration(tx.db, jobid)
  const iteration = newest + 1
  const reason = given || (iteration > 1 ? NO_REASON : '')
  if (iteration > MOST_ITERATIONS)
    throw new Problem(400, `A job has at most ${MOST_ITERATIONS} rounds of its steps.`)
  const asked = [...listStepsOfCategories(tx.db, jobid), ...listAddedSteps(tx.db, jobid, newest)]
  const steps = asked.filter((step) => (lane === undefined ? isWork(step) : step.lane === lane))
  if (steps.length === 0)
    throw new Problem(400, 'The categories of this job have no steps there: add some to a category first.', {
      code: 'nosteps',
    })
  copySteps(tx, jobid, { iteration, reason }, steps)
  return iteration
}

function copySteps(
  tx: Tx,
  jobid: string,
  { iteration, reason }: { iteration: number; reason: string },
  steps: readonly StepToCopy[],
) {
  if (steps.length === 0) return
  for (const [order, { id: stepid, ...step }] of steps.entries())
    insertJobStep(tx.db, tx.now, { ...step, id: randomUUIDv7(), jobid, iteration, order, reason, stepid })
  const made = `${iteration}, ${steps.length === 1 ? '1 step' : `${steps.length} steps`}`
  recordHistory(tx, 'jobs', jobid, [
    { field: 'iteration', oldvalue: '', newvalue: reason ? `${made}: ${reason}` : made },
  ])
}
