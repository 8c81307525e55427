import type { BoardRights } from '#islands/board/props.ts'
import type { JobDetail } from '#server/domains/work/jobs/types.ts'
import type { JobStep } from '#server/domains/work/jobsteps/present.ts'
import { useJobSteps } from './use-job-steps.ts'

export type OwnStep = { name: string; act: () => Promise<void> | void }

type Tabs = { onSteps: () => void; onTime: () => void }

/**
 * What somebody who gives no work to others does next on a job that is worked on: their own step, or their time where it
 * has no steps. Null: nothing of it is theirs now; undefined: the job's own next step is for them too.
 */
export function useOwnStep(
  job: JobDetail,
  { assign, steps: works, time }: BoardRights,
  { onSteps, onTime }: Tabs,
): OwnStep | null | undefined {
  const isWork = job.nextstep === 'start' || job.nextstep === 'use' || job.nextstep === 'complete'
  const isOpen = job.steps !== null && job.steps.done < job.steps.total
  const isAsked = !assign && works && isWork && isOpen
  const { steps = [], send } = useJobSteps(isAsked ? job.id : undefined, job.seq)
  if (assign || !isWork) return
  if (job.steps === null && job.stage === 'approved')
    return time ? { name: 'Enter the time worked', act: onTime } : null
  if (!isOpen) return
  const step = works ? findOwn(steps) : undefined
  if (!step) return null
  const isRunning = runs(step)
  return {
    name: `${isRunning ? 'Finish' : 'Start'} ${step.step.name}`,
    act: async () => {
      onSteps()
      await send(step, { action: isRunning ? 'finish' : 'start' })
    },
  }
}

const runs = ({ running }: JobStep) => running.some(({ mine }) => mine)

/** The one that runs, else the first that is theirs, else one that nobody has. */
function findOwn(steps: readonly JobStep[]): JobStep | undefined {
  const open = openSteps(steps)
  return open.find(runs) ?? open.find(({ mine, worker }) => mine && worker) ?? open.find(({ mine }) => mine)
}

/** Of the newest iteration, in their order. */
export function openSteps(steps: readonly JobStep[]): JobStep[] {
  const newest = Math.max(...steps.map(({ iteration }) => iteration))
  return steps.filter(
    ({ iteration, completed, skipped, step }) =>
      iteration === newest && !completed && !skipped && !step.archived,
  )
}
