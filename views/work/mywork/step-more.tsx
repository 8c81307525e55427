import type { Attachment } from '#server/domains/work/attachments/present.ts'
import { Elapsed } from '#views/layout/timers.tsx'
import { Button, LinkButton } from '#views/ui/button.tsx'
import { DateTime } from '#views/ui/datetime.tsx'
import { Dialog } from '#views/ui/dialog.tsx'
import { Form } from '#views/ui/form.tsx'
import { Icon } from '#views/ui/icon.tsx'
import { TextArea, TextInput } from '#views/ui/inputs.tsx'
import { canWait, WaitsHere } from '#views/ui/outbox.tsx'
import { truncate } from '#views/ui/pagetitle.tsx'
import { Panel } from '#views/ui/panel.tsx'
import { LongTimeTick } from '#views/work/timesheet/long-time.tsx'
import { StepActions } from './mywork.tsx'
import type { StepPlace } from './types.ts'
import { StepWhere } from './where.tsx'

type StepMoreProps = {
  id: string
  jobid: string
  name: string
  instruction: string
  place: StepPlace | undefined
  reference: string
  description: string
  href: string | undefined
  begun: boolean
  /** Why it may not be started now. */
  hindrance: string | null
  /** ISO 8601 UTC, while the person's own timer runs. */
  runningsince: string | null
  /** Asks at once how long it took. */
  finishing: boolean
  notes: readonly { id: string; name: string; message: string; date: string }[]
  files: readonly Attachment[]
  filestotal: number
  zone: string
  canwrite: boolean
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
        <div>
          {props.runningsince && <Elapsed since={props.runningsince} minutes={0} />}
          <StepActions step={props} />
        </div>
        {props.place && (
          <div>
            <StepWhere place={props.place} />
          </div>
        )}
        <p className={instruction ? 'instruction' : 'hint'}>{instruction || 'There is no instruction.'}</p>
        <WaitsHere group={id} />
        <Close id={id} name={name} begun={props.begun} finishing={props.finishing} />
        <Notes {...props} />
        <Photos {...props} />
      </div>
    </Dialog>
  )
}

function Close({ id, name, begun, finishing }: Pick<StepMoreProps, 'id' | 'name' | 'begun' | 'finishing'>) {
  return (
    <>
      {!begun && (
        <details open={finishing}>
          <summary>Done without a timer</summary>
          <Form url={`/mywork/steps/${id}/finish`} className="closing" {...canWait(`Finish ${name}`, id)}>
            <TextInput
              label="How long did it take?"
              id="step-minutes"
              name="minutes"
              hint="Such as 1:30, or 90 for minutes."
              width="narrow"
              required
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
        <Form url={`/mywork/steps/${id}/skip`} className="closing" {...canWait(`Skip ${name}`, id)}>
          <TextInput label="Why" id="step-skip" name="note" maxlength={500} required />
          <Button type="submit">Skip the step</Button>
        </Form>
      </details>
    </>
  )
}

function Notes({ jobid, reference, notes, zone, canwrite }: StepMoreProps) {
  if (notes.length === 0 && !canwrite) return null
  return (
    <Panel title="Notes">
      <WaitsHere group={jobid} />
      {canwrite && (
        <details>
          <summary>Write a note</summary>
          <Form
            url={`/mywork/jobs/${jobid}/note`}
            className="noteform"
            {...canWait(`Note on ${reference}`, jobid)}
          >
            <TextArea
              label="New note"
              hidelabel
              id="step-note"
              name="message"
              rows={2}
              maxlength={10_000}
              required
            />
            <Button type="submit">Add note</Button>
          </Form>
        </details>
      )}
      {notes.map((note) => (
        <p key={note.id} className="note">
          <strong>{note.name}</strong> <DateTime iso={note.date} zone={zone} relative />
          <br />
          {note.message}
        </p>
      ))}
    </Panel>
  )
}

function Photos({ id: stepid, jobid, name, files, filestotal }: StepMoreProps) {
  return (
    <Panel title="Photos and files">
      <Form
        url={`/mywork/jobs/${jobid}/photo`}
        className="photoform"
        guarded={false}
        hx-encoding="multipart/form-data"
        hx-trigger="change"
        hx-sync="this:queue all"
        {...canWait(`Photo of ${name}`, jobid)}
      >
        <input type="hidden" name="filename" value={name} />
        <label className="button filebutton">
          <Icon name="camera" />
          <span>{filestotal > 0 ? 'Take another photo' : 'Take a photo'}</span>
          <input
            className="unseen"
            type="file"
            id="step-photo"
            name="file"
            accept="image/*"
            capture="environment"
          />
        </label>
        <span className="sending" role="status">
          Sending the photo…
        </span>
      </Form>
      <div id="stepfiles" data-refresh="documents" data-url={`/mywork/steps/${stepid}`} data-noguard="">
        <ul className="stepfiles">
          {files.map(({ id, filename, thumbnail }) => (
            <li key={id}>
              <a href={`/api/documents/download/${id}`} target="_blank" rel="noreferrer">
                {thumbnail && (
                  <img src={`/api/documents/thumb/${id}`} alt="" loading="lazy" width={64} height={64} />
                )}
                {truncate(filename, 40)}
              </a>
            </li>
          ))}
        </ul>
        {filestotal > files.length && (
          <p className="hint">{filestotal - files.length} more files are on the job.</p>
        )}
      </div>
    </Panel>
  )
}
