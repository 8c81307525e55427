import { stepProgress, storeJobStep, workerOfUser } from '#db/queries/work/job-steps.ts'
import type { Tx } from '#db/tenants.ts'
import type { Viewer } from '#server/access/viewer.ts'
import { touchJob } from '#server/domains/work/jobs/touch-job.ts'
import { conflict, invalid } from '#server/errors.ts'
import { recordHistory } from '#server/history.ts'
import { getWorkableStep, permitWorker, requireBoardWorker } from './find-step.ts'
import type { StepAction } from './input.ts'
import { readJobStep } from './present.ts'
import { publishWork } from './publish-work.ts'
import { finishStep, pauseStep, reopenStep, skipStep, startStep } from './step-actions.ts'
import { isDoneAlready, type StepOutcome, type StepRequest, type StepWork, stepTitle } from './step-work.ts'

const actions: Record<StepAction, (work: StepWork) => StepOutcome> = {
  start: startStep,
  pause: pauseStep,
  finish: finishStep,
  skip: skipStep,
  reopen: reopenStep,
}

/** Decision F7. Returns a sentence for what comes next. @throws 404, 403, 400 by field, 409 with the step as it stands */
export function changeJobStep(tx: Tx, viewer: Viewer, change: StepRequest): string | undefined {
  const opened = getWorkableStep(tx.db, viewer, change.id)
  const { step, job } = opened
  const workerid = change.workerid ?? step.workerid ?? workerOfUser(tx.db, tx.by.userid)?.id ?? null
  const work = { ...opened, tx, viewer, workerid, change }
  // A second press, or one that waited beside it, asks for nothing more.
  if (isDoneAlready(work)) return
  if (change.version !== undefined && change.version !== step.version)
    throw conflict(readJobStep(tx.db, step.id, tx.by.userid))
  const { state, said, message } = change.action ? actions[change.action](work) : assignStep(work)
  const last = change.action && {
    ...{ lastaction: change.action, lastnote: change.note ?? '' },
    ...{ lastuserid: tx.by.userid, lastuser: tx.by.name },
  }
  storeJobStep(tx.db, tx.now, step.id, { ...step, ...state, ...last })
  recordHistory(tx, 'jobs', job.id, said, stepTitle(step))
  publishWork(tx, job, [step.workerid, workerid])
  const closes = ['completed', 'skipped'].some((name) => name in state)
  if (closes || 'datestartedutc' in state) touchJob(tx, job.id)
  return message ?? (closes ? sayWhenDone(tx, job) : undefined)
}

function assignStep({ tx, viewer, step, job, change: { workerid } }: StepWork): StepOutcome {
  if (workerid === undefined)
    throw invalid({ action: 'Say what to do: start, pause, finish, skip or reopen.' })
  // Anybody who works takes an open step, or gives back their own.
  const free = step.workerid === null ? workerid : step.workerid
  if (free !== null) permitWorker(tx, viewer, free, 'steps.assign')
  const named = workerid === null ? null : requireBoardWorker(tx.db, job.boardid, workerid)
  if (workerid !== null && workerid !== free) permitWorker(tx, viewer, workerid, 'steps.assign')
  return {
    state: { workerid },
    said: [{ field: 'worker', oldvalue: step.workername ?? '', newvalue: named?.name ?? '' }],
  }
}

function sayWhenDone(tx: Tx, { id, reference }: { id: string; reference: string }): string | undefined {
  const progress = stepProgress(tx.db, [id]).get(id)
  if (progress && progress.done === progress.total) return `All steps of ${reference} are done.`
}
