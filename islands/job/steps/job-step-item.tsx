import { useId, useState } from 'react'
import { useNow } from '#islands/lib/use-now.ts'
import { IslandWaitsHere } from '#islands/lib/waits-here.tsx'
import type { ReferencedRecord } from '#server/domains/work/jobs/types.ts'
import type { JobStep, ShownStep } from '#server/domains/work/jobsteps/present.ts'
import { duration } from '#views/format.ts'
import { Button, IconButton } from '#views/ui/button.tsx'
import { classes } from '#views/ui/classes.ts'
import { Icon } from '#views/ui/icon.tsx'
import { Menu, MenuItem } from '#views/ui/menu.tsx'
import { Chip } from '#views/ui/small.tsx'
import { AskStep, type StepQuestion } from './ask-step.tsx'
import type { StepAnswer, WorkRequest } from './send-step.ts'

type Send = (change: WorkRequest) => Promise<StepAnswer>

export type MakeWorker = (choose: (id: string) => void) => void

type JobStepItemProps = {
  step: ShownStep
  workers: readonly ReferencedRecord[]
  send: Send
  rights: { works: boolean; assigns: boolean }
  isNewest: boolean
  /** In place of who does a step that nobody was given. */
  nobody?: string
  /** For whoever may add steps to the job, which then may be taken back. */
  onRemove?: () => void
  /** For whoever may make a worker that is missing. */
  makeWorker?: MakeWorker
}

export function JobStepItem({
  step,
  workers,
  send,
  rights,
  isNewest,
  nobody = 'Nobody yet',
  onRemove,
  makeWorker,
}: JobStepItemProps) {
  const [question, setQuestion] = useState<StepQuestion>()
  const [busy, setBusy] = useState(false)
  const isDone = step.completed || step.skipped
  const isOwn = step.mine || step.running.some(({ mine }) => mine)
  const mayWork = rights.works && (rights.assigns || isOwn) && !(step.step.archived && !isDone)

  /** What the server asks back is asked here, and what it would ask of a change that may wait. */
  async function act(change: WorkRequest): Promise<void> {
    if (change.action === 'finish' && change.minutes === undefined && isUnbegun(step))
      return setQuestion({ ask: 'minutes' })
    setBusy(true)
    const asked = await send(change)
    setBusy(false)
    // What was written stays, to be sent again.
    if (asked === 'refused') return
    if (!asked) return setQuestion(undefined)
    // First the server says that it must be asked; then what is wrong with the answer.
    const ask = 'minutes' in asked ? 'minutes' : 'note'
    setQuestion({ ask, error: change[ask] === undefined ? undefined : asked[ask] })
  }

  return (
    <li className={classes(isDone && 'done', step.step.archived && 'archived')} aria-busy={busy}>
      <div className="what">
        <StepState step={step} />
        <div>
          <p className="name">{step.step.name}</p>
          {step.step.instruction && <p className="instruction">{step.step.instruction}</p>}
          <StepTime step={step} />
        </div>
      </div>
      <div className="actions">
        {rights.assigns && !isDone ? (
          <WorkerChoice
            step={step}
            workers={workers}
            onPick={(workerid, form) => void act({ workerid, form })}
            makeWorker={makeWorker}
          />
        ) : (
          <span className="worker">{step.worker?.name ?? (isDone ? '' : nobody)}</span>
        )}
        {mayWork && (
          <StepButtons step={step} isNewest={isNewest} act={(change) => void act(change)} ask={setQuestion} />
        )}
        {onRemove && isUntouched(step) && (!step.worker || rights.assigns) && (
          <IconButton icon="trash" label={`Remove ${step.step.name}`} onClick={onRemove} />
        )}
      </div>
      <IslandWaitsHere group={step.id} />
      {question && (
        <AskStep
          question={question}
          onAnswer={(change) => act(change)}
          onClose={() => setQuestion(undefined)}
        />
      )}
    </li>
  )
}

/** One of the job alone that nobody began: as if it had never been added. */
const isUntouched = (step: ShownStep | JobStep) =>
  step.step.id === null && !step.completed && !step.skipped && isUnbegun(step)

/** A start that waits has begun it. */
const isUnbegun = (step: ShownStep | JobStep) =>
  ('datestartedutc' in step ? step.datestartedutc === null : step.minutes === 0) &&
  step.running.length === 0 &&
  !window.joblane.outbox.isBegun(step.id)

function StepState({ step }: { step: ShownStep }) {
  if (step.completed) return <Icon name="success" label="Completed" />
  if (step.skipped) return <Icon name="minus" label="Skipped" />
  return step.running.length > 0 ? <Icon name="play" label="Running" /> : <Icon name="clock" label="Open" />
}

const MINUTE_MS = 60_000

function StepTime({ step }: { step: ShownStep }) {
  const now = useNow(MINUTE_MS / 2, step.running.length > 0)
  const { completed, skipped, skipreason, minutes, running, quantity } = step
  return (
    <p className="facts">
      {completed && <Chip level="success">Completed</Chip>}
      {skipped && <Chip>Skipped: {skipreason}</Chip>}
      {step.step.archived && <Chip>No longer counts</Chip>}
      {minutes > 0 && <span className="number">{duration(minutes)}</span>}
      {quantity !== null && <span className="number">{quantity} made</span>}
      {running.map(({ id, worker, startutc, overlong }) => (
        <Chip key={id} level={overlong ? 'warning' : 'info'} icon="play">
          {worker.name} {duration(Math.max(0, Math.floor((now - Date.parse(startutc)) / MINUTE_MS)))}
          {overlong && ', still working?'}
        </Chip>
      ))}
    </p>
  )
}

const NEW = '#new'

type WorkerChoiceProps = {
  step: ShownStep
  workers: readonly ReferencedRecord[]
  onPick: (id: string | null, form?: HTMLElement) => void
  makeWorker: MakeWorker | undefined
}

function WorkerChoice({ step, workers, onPick, makeWorker }: WorkerChoiceProps) {
  const { worker } = step
  const gone = worker && !workers.some(({ id }) => id === worker.id) ? [worker] : []
  return (
    <select
      aria-label={`Worker of ${step.step.name}`}
      name="workerid"
      value={worker?.id ?? ''}
      onChange={({ target }) => {
        const form = target.parentElement ?? undefined
        if (target.value === NEW) makeWorker?.(onPick)
        else onPick(target.value || null, form)
      }}
    >
      <option value="">Nobody yet</option>
      {[...gone, ...workers].map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
      {makeWorker && <option value={NEW}>New worker…</option>}
    </select>
  )
}

type StepButtonsProps = {
  step: ShownStep
  isNewest: boolean
  act: (change: WorkRequest) => void
  ask: (question: StepQuestion) => void
}

function StepButtons({ step, isNewest, act, ask }: StepButtonsProps) {
  const { name } = step.step
  const menu = useId()
  if (step.completed || step.skipped)
    return (
      <Button
        small
        look="quiet"
        icon="undo"
        aria-label={`Reopen ${name}`}
        onClick={() => act({ action: 'reopen' })}
      >
        Reopen
      </Button>
    )
  return (
    <>
      {step.running.length > 0 ? (
        <>
          <Button small icon="pause" aria-label={`Pause ${name}`} onClick={() => act({ action: 'pause' })}>
            Pause
          </Button>
          <Button
            small
            look="primary"
            icon="check"
            aria-label={`Finish ${name}`}
            onClick={() => act({ action: 'finish' })}
          >
            Finish
          </Button>
        </>
      ) : (
        <Button
          small
          look={isNewest ? undefined : 'quiet'}
          icon="play"
          aria-label={`Start ${name}`}
          onClick={() => act({ action: 'start' })}
        >
          Start
        </Button>
      )}
      <Menu id={menu} label={`More for ${name}`} icon="more-vertical">
        {step.running.length === 0 && (
          <MenuItem icon="check" onClick={() => act({ action: 'finish' })}>
            Finish
          </MenuItem>
        )}
        <MenuItem icon="minus" onClick={() => ask({ ask: 'note' })}>
          Skip
        </MenuItem>
      </Menu>
    </>
  )
}
