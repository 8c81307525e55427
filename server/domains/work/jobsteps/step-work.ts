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

/** What the history says of an action. */
export const sayDone = (action: StepAction, more = ''): Change[] => [
  { field: 'step', oldvalue: '', newvalue: stepDone[action] + more },
]

/** Whether the same person did the last to it. */
const wasLast = ({ tx, step }: StepWork) => tx.by.userid !== null && step.lastuserid === tx.by.userid

/** Whether the same person gives another reason for what they skipped or reopened. */
export function isOtherReason(work: StepWork): boolean {
  const { step, change } = work
  const isSame = change.action === 'skip' ? step.skipped : step.lastaction === 'reopen' && isOpen(work)
  return isSame && wasLast(work) && Boolean(change.note) && change.note !== step.lastnote
}

const isOpen = ({ step }: StepWork) => !step.completed && !step.skipped

/** Whether the same person did this already, with nothing done to the step since, and nothing new is told. */
export function isDoneAlready(work: StepWork): boolean {
  const { step, change, tx, workerid } = work
  if (!change.action || change.minutes || change.quantity) return false
  const isRunning = timersOfStep(tx.db, step.id).some((timer) => timer.workerid === workerid)
  const isAsked = {
    start: isRunning,
    pause: !isRunning && isOpen(work),
    finish: step.completed,
    skip: step.skipped,
    reopen: isOpen(work),
  }[change.action]
  const givesReason = change.action === 'skip' || change.action === 'reopen'
  if (!isAsked || (givesReason && isOtherReason(work))) return false
  return wasLast(work) && step.lastaction === change.action
}

/** @throws 409 with the step, for whoever comes second */
export function refuseDone(work: StepWork) {
  const { tx, step } = work
  if (!step.completed && !step.skipped) return
  const done = stepDone[step.completed ? 'finish' : 'skip']
  const who = wasLast(work) ? 'You have' : `${step.lastuser || 'Somebody'} has`
  throw conflict(
    readJobStep(tx.db, step.id, tx.by.userid),
    `${who} ${done} this step already. It can be reopened.`,
  )
}
