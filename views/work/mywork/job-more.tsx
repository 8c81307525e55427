import { Button, LinkButton } from '#views/ui/button.tsx'
import { Dialog } from '#views/ui/dialog.tsx'
import { Form } from '#views/ui/form.tsx'
import { MinutesInput, TextInput } from '#views/ui/inputs.tsx'
import { canWaitApart, WaitsHere } from '#views/ui/outbox.tsx'
import { truncate } from '#views/ui/pagetitle.tsx'
import { MOST_WORKED } from '#views/ui/parse-minutes.ts'
import { LongTimeTick } from '#views/work/timesheet/long-time.tsx'
import { type JobAdditions, WorkNotes, WorkPhotos } from './job-additions.tsx'
import { OpenedBefore } from './opened-before.tsx'
import { PartsLink } from './parts-link.tsx'
import { SignLink } from './sign-link.tsx'
import type { StepPlace } from './types.ts'
import { StepWhere } from './where.tsx'

type JobMoreProps = Omit<JobAdditions, 'url' | 'photoof' | 'photoname'> & {
  description: string
  place: StepPlace | undefined
  href: string | undefined
  canuse: boolean
  cantime: boolean
  /** Asks at once how long it took. */
  timing: boolean
}

export function JobMore(props: JobMoreProps) {
  const { jobid, reference, description, place, href } = props
  const url = `/mywork/jobs/${jobid}`
  return (
    <Dialog
      title={truncate(`${reference} ${description}`, 100)}
      main={
        href && (
          <>
            {props.canuse && <PartsLink href={href} reference={reference} />}
            <SignLink jobid={jobid} reference={reference} />
            <LinkButton icon="square-check" href={`/picking/${jobid}`}>
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
        {place && (
          <div>
            <StepWhere place={place} />
          </div>
        )}
        <WaitsHere group={jobid} />
        {props.cantime && <Time {...props} />}
        <WorkNotes {...props} url={url} />
        <WorkPhotos {...props} url={url} photoof={reference} />
      </div>
    </Dialog>
  )
}

type TimeProps = Pick<JobMoreProps, 'jobid' | 'reference' | 'description' | 'timing'>

function Time({ jobid, reference, description, timing }: TimeProps) {
  const label = `Time on ${truncate(`${reference} ${description}`, 60)}`
  return (
    <details open={timing}>
      <summary>Add time</summary>
      <Form url="/timesheets/time" className="closing" {...canWaitApart(label, jobid)}>
        <input type="hidden" name="jobid" value={jobid} />
        <MinutesInput
          label="How long did you work today?"
          id="job-minutes"
          name="minutes"
          least={1}
          most={MOST_WORKED}
          hint="Such as 1:30, or 90 for minutes."
          width="narrow"
          required
        />
        <TextInput label="What was done" id="job-time-detail" name="detail" maxlength={500} />
        <LongTimeTick id="job-long" />
        <Button type="submit">Add time</Button>
      </Form>
    </details>
  )
}
