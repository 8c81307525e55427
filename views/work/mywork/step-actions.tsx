import { capitalise } from '#views/format.ts'
import { Button, LinkButton } from '#views/ui/button.tsx'
import { dialogLink } from '#views/ui/links.ts'
import { canWait } from '#views/ui/outbox.tsx'
import type { MyStep } from './types.ts'

type StepButtonsProps = { step: Pick<MyStep, 'id' | 'name' | 'begun' | 'runningsince'> }

export const StepActions = ({ step }: { step: StepButtonsProps['step'] & Pick<MyStep, 'hindrance'> }) =>
  step.hindrance && !step.begun ? <p className="hint">{step.hindrance}</p> : <StepButtons step={step} />

/** One tap each; what nobody clocked asks in its dialog how long it took. */
function StepButtons({ step: { id, name, begun, runningsince } }: StepButtonsProps) {
  const act = (action: string) => ({
    'hx-post': `/mywork/steps/${id}/${action}`,
    ...canWait(`${capitalise(action)} ${name}`, id),
    'hx-swap': 'none',
    'hx-disabled-elt': 'this',
  })
  return (
    <div className="do">
      {runningsince ? (
        <Button icon="pause" aria-label={`Pause ${name}`} {...act('pause')}>
          Pause
        </Button>
      ) : (
        <Button icon="play" look="primary" aria-label={`Start ${name}`} {...act('start')}>
          Start
        </Button>
      )}
      {begun ? (
        <Button
          icon="check"
          look={runningsince ? 'primary' : undefined}
          aria-label={`Finish ${name}`}
          {...act('finish')}
        >
          Finish
        </Button>
      ) : (
        <LinkButton
          icon="check"
          aria-label={`Finish ${name}`}
          {...dialogLink(`/mywork/steps/${id}?finishing=true`)}
        >
          Finish…
        </LinkButton>
      )}
    </div>
  )
}
