import type { JobStepState } from '#db/queries/work/job-steps.ts'
import type { Tx } from '#db/tenants.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { conflict } from '#server/errors.ts'
import type { Change } from '#server/history.ts'
import type { Quantity } from '#server/money/decimal.ts'
import type { OpenStep } from './find-step.ts'
import type { StepAction } from './input.ts'
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

/** @throws 409 with the step, for whoever comes second */
export function refuseDone({ tx, step }: StepWork) {
  if (!step.completed && !step.skipped) return
  const done = step.completed ? 'finished' : 'skipped'
  throw conflict(
    readJobStep(tx.db, step.id, tx.by.userid),
    `Somebody has ${done} this step already. It can be reopened.`,
  )
}
