import { findLastChangeOfItem } from '#db/queries/history.ts'
import type { JobStepRow, JobStepState } from '#db/queries/work/job-steps.ts'
import { timersOfStep } from '#db/queries/work/time-entries.ts'
import type { Tx } from '#db/tenants.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { conflict } from '#server/errors.ts'
import type { Change } from '#server/history.ts'
import type { Quantity } from '#server/money/decimal.ts'
import type { OpenStep } from './find-step.ts'
import { type StepAction, stepDone } from './input.ts'
import { readJobStep } from './present.ts'

export type StepRequest = {
  id: string
  version?: number
  workerid?: string | null
  action?: StepAction
  note?: string
  minutes?: number | null
  quantity?: Quantity | null
}

/** What an action has of the step, and what it makes of it. */
export type StepWork = OpenStep & {
  tx: Tx
  viewer: Viewer
  /** Whose work it is: who was named, else who has the step, else the worker who signs in. */
  workerid: string | null
  change: StepRequest
}

export type StepOutcome = { state: Partial<JobStepState>; said: Change[]; message?: string }

export const stepTitle = ({ name, iteration }: Pick<JobStepRow, 'name' | 'iteration'>) =>
  iteration > 1 ? `${name} (round ${iteration})` : name

/** What was last done to it, and by whom. */
const lastDone = ({ tx, step, job }: StepWork) =>
  findLastChangeOfItem(tx.db, { entity: 'jobs', entityid: job.id, item: stepTitle(step), field: 'step' })

const isOwn = ({ tx }: StepWork, last: ReturnType<typeof lastDone>) =>
  tx.by.userid !== null && last?.userid === tx.by.userid

/** Whether the same person did this already, with nothing done to the step since, and nothing new is told. */
export function isDoneAlready(work: StepWork): boolean {
  const { step, change, tx, workerid } = work
  if (!change.action || change.minutes || change.quantity) return false
  const isRunning = timersOfStep(tx.db, step.id).some((timer) => timer.workerid === workerid)
  const isAsked = {
    start: isRunning,
    pause: !isRunning && !step.completed && !step.skipped,
    finish: step.completed,
    skip: step.skipped,
    reopen: !step.completed && !step.skipped,
  }[change.action]
  if (!isAsked) return false
  const last = lastDone(work)
  return isOwn(work, last) && Boolean(last?.newvalue.startsWith(stepDone[change.action]))
}

/** @throws 409 with the step, for whoever comes second */
export function refuseDone(work: StepWork) {
  const { tx, step } = work
  if (!step.completed && !step.skipped) return
  const done = step.completed ? 'finished' : 'skipped'
  const last = lastDone(work)
  const who = isOwn(work, last) ? 'You have' : `${last?.user ?? 'Somebody'} has`
  throw conflict(
    readJobStep(tx.db, step.id, tx.by.userid),
    `${who} ${done} this step already. It can be reopened.`,
  )
}
