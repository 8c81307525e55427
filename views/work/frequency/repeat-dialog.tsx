import { Dialog } from '#views/ui/dialog.tsx'
import { FieldRow } from '#views/ui/form.tsx'
import { DateInput } from '#views/ui/inputs.tsx'
import { Select } from '#views/ui/select.tsx'

export const repeatFrequencies = [
  'daily',
  'weekly',
  'monthly',
  'quarterly',
  'biannually',
  'annually',
  'standalone',
] as const

/** How often, as a sentence begins. */
export const repeatWords: Record<(typeof repeatFrequencies)[number], string> = {
  daily: 'Every day',
  weekly: 'Every week',
  monthly: 'Every month',
  quarterly: 'Every three months',
  biannually: 'Every six months',
  annually: 'Every year',
  standalone: 'Not by itself: a template to begin jobs with',
}

const INITIAL = 'monthly'

type RepeatJobDialogProps = {
  job: { id: string; reference: string; description: string }
  today: string
  /** The day on which it comes next, by how often; what does not come by itself has none. */
  next: Readonly<Record<string, string>>
  /** The address of the templates of its board. */
  templates: string
}

export const RepeatJobDialog = ({ job, today, next, templates }: RepeatJobDialogProps) => (
  <Dialog
    title={`Repeat ${job.reference}`}
    subtitle={job.description}
    url={`/templates/${job.id}/repeat`}
    submit="Save as a template"
  >
    <FieldRow>
      <Select
        label="It comes"
        name="frequency"
        value={INITIAL}
        options={repeatFrequencies.map((value) => ({ value, label: repeatWords[value] }))}
      />
      <DateInput
        label="Next on"
        name="next"
        value={next[INITIAL]}
        min={today}
        data-follows="frequency"
        data-followings={JSON.stringify(next)}
      />
    </FieldRow>
    <p className="hint">
      Its client, lines, fields and assignee are copied into a template now. On each of its days a new job is
      made of that, in the first lane; this job stays as it is. Under <a href={templates}>Templates</a> you
      change what is copied, skip one, and let its invoices be made.
    </p>
  </Dialog>
)
