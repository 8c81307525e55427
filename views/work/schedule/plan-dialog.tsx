import { fieldLabels } from '#views/field-labels.ts'
import { duration, shortDate } from '#views/format.ts'
import { LinkButton } from '#views/ui/button.tsx'
import { Dialog } from '#views/ui/dialog.tsx'
import { FieldRow } from '#views/ui/form.tsx'
import { DateInput, TextInput } from '#views/ui/inputs.tsx'
import { Select } from '#views/ui/select.tsx'
import { Banner } from '#views/ui/small.tsx'
import { visitWords } from '#views/ui/visit-time.ts'
import { daysWords } from './bar-html.tsx'

type PlanDialogProps = {
  job: {
    id: string
    version: number
    reference: string
    description: string
    clientname: string | null
    assignee: string | null
    assigneename: string | null
    start: string | null
    scheduledend: string | null
    visittime: string
    finish: string | null
    minutes: number | null
  }
  href?: string
  people: readonly { id: string; name: string }[]
  standard: number | null
  conflicts: readonly string[]
  canwrite: boolean
}

/** By thumb and by keyboard what a drag does by mouse. */
export function PlanDialog({ job, href, people, standard, conflicts, canwrite }: PlanDialogProps) {
  const { id, version, reference, description, clientname } = job
  const open = href && (
    <LinkButton icon="briefcase" href={href}>
      Open job
    </LinkButton>
  )
  const about = [description, clientname].filter(Boolean).join(', ')
  return (
    <Dialog
      title={`Plan ${reference}`}
      subtitle={about}
      size="small"
      version={canwrite ? version : undefined}
      actions={open}
      {...(canwrite && { url: `/schedule/${id}`, method: 'patch', submit: 'Plan' })}
    >
      {conflicts.length > 0 && (
        <Banner level="warning">
          <ul>
            {conflicts.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </Banner>
      )}
      {canwrite ? <PlanFields job={job} people={people} /> : <PlanFacts job={job} />}
      <Times job={job} standard={standard} />
    </Dialog>
  )
}

function PlanFields({ job, people }: Pick<PlanDialogProps, 'job' | 'people'>) {
  const { assignee, assigneename, start, scheduledend, visittime } = job
  const listed = people.map(({ id, name }) => ({ value: id, label: name }))
  const isListed = !assignee || people.some(({ id }) => id === assignee)
  const options = isListed ? listed : [...listed, { value: assignee, label: assigneename ?? '' }]
  return (
    <>
      <Select label="For" name="assignee" value={assignee} placeholder="Nobody yet" options={options} />
      <FieldRow>
        <DateInput label="First day" name="start" value={start} hint="Empty: not scheduled." />
        <DateInput
          label={fieldLabels.scheduledend}
          name="scheduledend"
          value={scheduledend}
          hint="Empty: one day."
        />
      </FieldRow>
      <TextInput
        label={fieldLabels.visittime}
        name="visittime"
        value={visittime}
        maxlength={60}
        width="narrow"
      />
    </>
  )
}

const PlanFacts = ({
  job: { start, scheduledend, assigneename, visittime },
}: Pick<PlanDialogProps, 'job'>) => (
  <p>
    {start
      ? `Planned for ${assigneename ?? 'nobody yet'}, ${[daysWords(start, scheduledend ?? start), visitWords(visittime)].filter(Boolean).join(', ')}.`
      : 'Not scheduled.'}
  </p>
)

function Times({ job, standard }: Pick<PlanDialogProps, 'job' | 'standard'>) {
  return (
    <dl className="facts">
      <dt>{fieldLabels.due}</dt>
      <dd>{shortDate(job.finish) || 'no due date'}</dd>
      <dt>{fieldLabels.scheduledtime}</dt>
      <dd>{duration(job.minutes) || 'not set'}</dd>
      <dt>Standard time</dt>
      <dd>{standard ? duration(standard) : 'none: no item that goes out has one'}</dd>
    </dl>
  )
}
