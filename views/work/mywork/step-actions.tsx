import { capitalise } from '#views/format.ts'
import { Button, LinkButton } from '#views/ui/button.tsx'
import { dialogLink } from '#views/ui/links.ts'
import { canWait, canWaitAsStart, ofJob } from '#views/ui/outbox.tsx'
import type { MyJob, MyStep } from './types.ts'

type StepButtonsProps = {
  step: Pick<MyStep, 'id' | 'name' | 'begun' | 'runningsince'>
  job: Pick<MyJob, 'id' | 'reference'>
}
type StepActionsProps = StepButtonsProps & { step: Pick<MyStep, 'hindrance'> }

export const StepActions = ({ step, job }: StepActionsProps) =>
  step.hindrance && !step.begun ? (
    <p className="hint">{step.hindrance}</p>
  ) : (
    <StepButtons step={step} job={job} />
  )

/** One tap each; what nobody clocked asks in its dialog how long it took, unless its start waits on the device. */
function StepButtons({ step: { id, name, begun, runningsince }, job }: StepButtonsProps) {
  const act = (action: string, waits = canWait) => ({
    'aria-label': `${capitalise(action)} ${name}`,
    'hx-post': `/mywork/steps/${id}/${action}`,
    ...waits(`${capitalise(action)} ${name}`, id, ofJob(job.id, job.reference)),
    'hx-swap': 'none',
    'hx-disabled-elt': 'this',
  })
  return (
    <div className="do">
      {runningsince ? (
        <Button icon="pause" {...act('pause')}>
          Pause
        </Button>
      ) : (
        <Button icon="play" look="primary" {...act('start', canWaitAsStart)}>
          Start
        </Button>
      )}
      <Button
        icon="check"
        look={runningsince ? 'primary' : undefined}
        {...act('finish')}
        {...(!begun && { 'data-begun': id, hidden: true })}
      >
        Finish
      </Button>
      {!begun && (
        <LinkButton
          icon="check"
          aria-label={`Finish ${name}`}
          {...dialogLink(`/mywork/steps/${id}?finishing=true`)}
          data-unbegun={id}
        >
          Finish…
        </LinkButton>
      )}
    </div>
  )
}
