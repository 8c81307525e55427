import { Elapsed } from '#views/layout/timers.tsx'
import { Button, LinkButton } from '#views/ui/button.tsx'
import { Dialog } from '#views/ui/dialog.tsx'
import { missing } from '#views/ui/field-rules.ts'
import { Form } from '#views/ui/form.tsx'
import { MinutesInput, TextInput } from '#views/ui/inputs.tsx'
import { canWait, ofJob, WaitsHere } from '#views/ui/outbox.tsx'
import { truncate } from '#views/ui/pagetitle.tsx'
import { MOST_WORKED } from '#views/ui/parse-minutes.ts'
import { LongTimeTick } from '#views/work/timesheet/long-time.tsx'
import { type JobAdditions, WorkNotes, WorkPhotos } from './job-additions.tsx'
import { OpenedBefore } from './opened-before.tsx'
import { PartsLink } from './parts-link.tsx'
import { SignLink } from './sign-link.tsx'
import { StepActions } from './step-actions.tsx'
import type { StepPlace } from './types.ts'
import { StepWhere } from './where.tsx'

type StepMoreProps = Omit<JobAdditions, 'url' | 'photoof' | 'photoname'> & {
  id: string
  name: string
  instruction: string
  place: StepPlace | undefined
  description: string
  href: string | undefined
  canuse: boolean
  begun: boolean
  /** Why it may not be started now. */
  hindrance: string | null
  /** ISO 8601 UTC, while the person's own timer runs. */
  runningsince: string | null
  /** Asks at once how long it took. */
  finishing: boolean
}

export function StepMore(props: StepMoreProps) {
  const { id, name, instruction, reference, description, href } = props
  return (
    <Dialog
      title={name}
      subtitle={truncate(`${reference} ${description}`, 100)}
      main={
        href && (
          <>
            {props.canuse && <PartsLink href={href} reference={reference} />}
            <SignLink jobid={props.jobid} reference={reference} />
            <LinkButton icon="square-check" href={`/picking/${props.jobid}`}>
              Picking list
            </LinkButton>
            <LinkButton icon="briefcase" href={href}>
              Open the job
            </LinkButton>
          </>
        )
      }
    >
      <div className="stepmore">
        <OpenedBefore links={href !== undefined} />
        <div>
          {props.runningsince && <Elapsed since={props.runningsince} minutes={0} />}
          <StepActions step={props} job={{ id: props.jobid, reference }} />
        </div>
        {props.place && (
          <div>
            <StepWhere place={props.place} />
          </div>
        )}
        <p className={instruction ? 'instruction' : 'hint'}>{instruction || 'There is no instruction.'}</p>
        <WaitsHere group={id} />
        <Close {...props} />
        <WorkNotes {...props} url={`/mywork/steps/${id}`} />
        <WorkPhotos {...props} url={`/mywork/steps/${id}`} photoof={name} photoname={name} />
      </div>
    </Dialog>
  )
}

function Close({ id, name, jobid, reference, begun, finishing }: StepMoreProps) {
  const of = ofJob(jobid, reference)
  return (
    <>
      {!begun && (
        <details open={finishing} data-unbegun={id}>
          <summary>Done without a timer</summary>
          <Form url={`/mywork/steps/${id}/finish`} className="closing" {...canWait(`Finish ${name}`, id, of)}>
            <MinutesInput
              label="How long did it take?"
              id="step-minutes"
              name="minutes"
              most={MOST_WORKED}
              hint="Such as 0:45, 1 h 30, or 20 for minutes."
              width="narrow"
              required
              data-missing={missing.unclocked}
            />
            <LongTimeTick id="step-long" />
            <Button type="submit" icon="check">
              Finish
            </Button>
          </Form>
        </details>
      )}
      <details>
        <summary>This step is not needed</summary>
        <Form url={`/mywork/steps/${id}/skip`} className="closing" {...canWait(`Skip ${name}`, id, of)}>
          <TextInput
            label="Why"
            id="step-skip"
            name="note"
            maxlength={500}
            required
            data-missing={missing.skipreason}
          />
          <Button type="submit">Skip the step</Button>
        </Form>
      </details>
    </>
  )
}
