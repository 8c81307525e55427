import { Dialog } from '#views/ui/dialog.tsx'
import { FieldRow } from '#views/ui/form.tsx'
import { DateInput, TextInput } from '#views/ui/inputs.tsx'
import { repeatFrequencies, repeatWords } from '#views/ui/repeat-frequencies.ts'
import { Select } from '#views/ui/select.tsx'

const INITIAL = 'monthly'

/** `next`: the day on which it comes next, by how often; what does not come by itself has none. */
type Days = { today: string; next: Readonly<Record<string, string>> }

type RepeatJobDialogProps = Days & {
  job: { id: string; reference: string; description: string }
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
    <HowOften initial={INITIAL} {...{ today, next }} />
    <p className="hint">
      Its client, lines, fields and assignee are copied into a template now. A new job is made of that in the
      first lane, on each day on which it comes or when you begin one with it; this job stays as it is. Under{' '}
      <a href={templates}>Templates</a> you change what is copied, skip one, and let its invoices be made.
    </p>
  </Dialog>
)

export const NewTemplateDialog = ({ board, ...days }: Days & { board: { id: string; name: string } }) => (
  <Dialog title="New template" subtitle={`Of ${board.name}`} url="/templates" submit="Create">
    <input type="hidden" name="boardid" value={board.id} />
    <TextInput label="Description" name="description" required maxLength={2000} />
    <HowOften initial="standalone" {...days} />
    <p className="hint">
      Its page opens next: give it the client, lines and categories that each job begins with. Its steps are
      those of its categories. It stands on no board itself.
    </p>
  </Dialog>
)

const HowOften = ({ initial, today, next }: Days & { initial: string }) => (
  <FieldRow>
    <Select
      label="It comes"
      name="frequency"
      value={initial}
      options={repeatFrequencies.map((value) => ({ value, label: repeatWords[value] }))}
    />
    <DateInput
      label="Next on"
      name="next"
      value={next[initial]}
      min={today}
      data-follows="frequency"
      data-followings={JSON.stringify(next)}
    />
  </FieldRow>
)
