import { JobStepItem, type MakeWorker } from '#islands/job/steps/job-step-item.tsx'
import type { StepAnswer, WorkRequest } from '#islands/job/steps/send-step.ts'
import type { ReferencedRecord } from '#server/domains/work/jobs/types.ts'
import type { ShownStep } from '#server/domains/work/jobsteps/present.ts'
import { classes } from '#views/ui/classes.ts'
import { Icon, type IconName } from '#views/ui/icon.tsx'

type StepPanel = {
  workers: readonly ReferencedRecord[]
  makeWorker: MakeWorker | undefined
  rights: { works: boolean; assigns: boolean }
  send: (step: ShownStep, change: WorkRequest) => Promise<StepAnswer>
}

type StepIterationProps = {
  iteration: number
  steps: readonly ShownStep[]
  isNewest: boolean
  isAlone: boolean
  /** The step that is worked on now, or next. */
  current?: string
  chosen?: ShownStep
  onPick: (id: string) => void
  panel: StepPanel
}

/** The steps side by side, and below them what can be done with the one that is chosen. */
export function StepIteration(props: StepIterationProps) {
  const { iteration, steps, isNewest, isAlone, current, chosen, onPick, panel } = props
  return (
    <section aria-label={`Round ${iteration}`}>
      {!isAlone && (
        <h3>
          Round {iteration} <span className="reason">{steps[0]?.reason}</span>
        </h3>
      )}
      <ol className="stepper">
        {steps.map((step) => (
          <StepHead
            key={step.id}
            step={step}
            isCurrent={step.id === current}
            isChosen={step.id === chosen?.id}
            onPick={onPick}
          />
        ))}
      </ol>
      {chosen && (
        // Whoever has begun something here keeps this step, whatever others do meanwhile.
        <ul className="jobsteps" onFocus={() => onPick(chosen.id)}>
          <JobStepItem
            key={chosen.id}
            step={chosen}
            workers={panel.workers}
            makeWorker={panel.makeWorker}
            rights={panel.rights}
            isNewest={isNewest}
            send={(change) => panel.send(chosen, change)}
          />
        </ul>
      )}
    </section>
  )
}

type StepHeadProps = {
  step: ShownStep
  isCurrent: boolean
  isChosen: boolean
  onPick: (id: string) => void
}

function StepHead({ step, isCurrent, isChosen, onPick }: StepHeadProps) {
  const { icon, word, look } = describeStep(step)
  return (
    <li>
      <button
        type="button"
        className={classes('stephead', look, step.step.archived && 'archived')}
        aria-current={isCurrent ? 'step' : undefined}
        aria-pressed={isChosen}
        onClick={() => onPick(step.id)}
      >
        <Icon name={icon} />
        <span className="name">{step.step.name}</span>
        <span className="state">{word}</span>
      </button>
    </li>
  )
}

type Described = { icon: IconName; word: string; look?: string }

function describeStep(step: ShownStep): Described {
  const { running, worker } = step
  if (step.completed) return { icon: 'success', word: 'Completed', look: 'completed' }
  if (step.skipped) return { icon: 'minus', word: 'Skipped', look: 'skipped' }
  if (step.step.archived) return { icon: 'minus', word: 'No longer counts' }
  if (running.length > 0)
    return { icon: 'play', word: running.map(({ worker }) => worker.name).join(', '), look: 'running' }
  return { icon: 'clock', word: worker?.name ?? 'Nobody yet' }
}
