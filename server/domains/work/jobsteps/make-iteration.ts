import { randomUUIDv7 } from 'bun'
import { APPROVE } from '#db/job-status.ts'
import {
  insertJobStep,
  listStepsOfCategories,
  newestIteration,
  nextJobStepOrder,
} from '#db/queries/work/job-steps.ts'
import type { Tx } from '#db/tenants.ts'
import { Problem } from '#server/errors.ts'
import { recordHistory } from '#server/history.ts'

/** Most of one job; a category has 500 at most. */
const MOST_ITERATIONS = 100

/** Of rework that another program asks for without saying why; the page asks. */
const NO_REASON = 'No reason given'

type CategoryStep = ReturnType<typeof listStepsOfCategories>[number]

/** What belongs before the approval is past by then. */
const isWork = ({ lane }: CategoryStep) => lane === null || lane >= APPROVE

/** A job that was approved before keeps its steps. */
export function makeFirstIteration(tx: Tx, jobid: string) {
  if (newestIteration(tx.db, jobid) > 0) return
  copySteps(tx, jobid, { iteration: 1, reason: '' }, listStepsOfCategories(tx.db, jobid).filter(isWork))
}

/** Rework: the steps of one lane, or of all, once more (decision F7). Its time costs, its output counts once. @throws 400 */
export function makeNextIteration(
  tx: Tx,
  jobid: string,
  { lane, reason: given }: { lane?: number; reason?: string },
): number {
  const iteration = newestIteration(tx.db, jobid) + 1
  const reason = given || (iteration > 1 ? NO_REASON : '')
  if (iteration > MOST_ITERATIONS)
    throw new Problem(400, `A job has at most ${MOST_ITERATIONS} iterations of its steps.`)
  const steps = listStepsOfCategories(tx.db, jobid).filter((step) =>
    lane === undefined ? isWork(step) : step.lane === lane,
  )
  if (steps.length === 0)
    throw new Problem(400, 'The categories of this job have no steps there: add some to a category first.', {
      code: 'nosteps',
    })
  copySteps(tx, jobid, { iteration, reason }, steps)
  return iteration
}

/** For this job alone, at the end of its newest iteration. */
export function addJobStep(tx: Tx, jobid: string, step: Pick<CategoryStep, 'name' | 'instruction' | 'lane'>) {
  const id = randomUUIDv7()
  const iteration = newestIteration(tx.db, jobid) || 1
  const order = nextJobStepOrder(tx.db, jobid, iteration)
  insertJobStep(tx.db, tx.now, { ...step, id, jobid, iteration, order, reason: '', stepid: null })
  recordHistory(tx, 'jobs', jobid, [{ field: 'step', oldvalue: '', newvalue: 'added' }], step.name)
  return id
}

function copySteps(
  tx: Tx,
  jobid: string,
  { iteration, reason }: { iteration: number; reason: string },
  steps: readonly CategoryStep[],
) {
  if (steps.length === 0) return
  for (const [order, { id: stepid, ...step }] of steps.entries())
    insertJobStep(tx.db, tx.now, { ...step, id: randomUUIDv7(), jobid, iteration, order, reason, stepid })
  const made = `${iteration}, ${steps.length === 1 ? '1 step' : `${steps.length} steps`}`
  recordHistory(tx, 'jobs', jobid, [
    { field: 'iteration', oldvalue: '', newvalue: reason ? `${made}: ${reason}` : made },
  ])
}
