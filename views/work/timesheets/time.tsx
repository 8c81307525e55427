import { duration, shortDate } from '#views/format.ts'
import { Button } from '#views/ui/button.tsx'
import { Dialog } from '#views/ui/dialog.tsx'
import { FieldRow, Form } from '#views/ui/form.tsx'
import { DateInput, MinutesInput, TextInput } from '#views/ui/inputs.tsx'
import { LABOUR_ITEM } from '#views/ui/labour-item.ts'
import { canWait, canWaitApart, ofJob, WaitsHere } from '#views/ui/outbox.tsx'
import { MOST_WORKED } from '#views/ui/parse-minutes.ts'
import { Picker } from '#views/ui/picker.tsx'
import { Select } from '#views/ui/select.tsx'
import { Chip } from '#views/ui/small.tsx'
import { VersionInput } from '#views/ui/version-input.tsx'
import { LongTimeTick } from '#views/work/timesheet/long-time.tsx'
import type { SheetEntry } from './types.ts'

type TimeDialogProps = {
  worker: { id: string; name: string }
  date: string
  today: string
  /** Without one the job is chosen. */
  job?: { id: string; reference: string; description: string }
  step?: { id: string; name: string }
  entries: readonly SheetEntry[]
  canadd: boolean
  canchange: boolean
  cansearch: boolean
}

/** The time of one worker on one day, of one job or step: what there is, and more of it. */
export function TimeDialog(props: TimeDialogProps) {
  const { worker, date, entries, canadd } = props
  const what = sayWork(props)
  const changeable = entries.filter((entry) => !isFixed(props, entry))
  return (
    <Dialog title={what || 'Add time'} subtitle={`${worker.name}, ${shortDate(date)}`}>
      <div className="daytime">
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} main={changeable.length === 1} {...props} />
        ))}
        {canadd && <NewTime {...props} main={changeable.length === 0} />}
      </div>
    </Dialog>
  )
}

const sayWork = ({ job, step }: TimeDialogProps) =>
  [job?.reference, step?.name ?? job?.description].filter(Boolean).join(' ')

const isFixed = ({ canchange }: TimeDialogProps, { running, billed, closed }: SheetEntry) =>
  !canchange || running || billed || closed

/** What is there is corrected more often than added to. */
type Main = { main: boolean }

function Entry({ entry, main, ...props }: TimeDialogProps & Main & { entry: SheetEntry }) {
  const { cansearch, worker, job } = props
  const of = `${sayWork(props) || worker.name} on ${shortDate(entry.date)}`
  const { id, version, minutes, from, until, detail, material, billable, date } = entry
  return (
    <section>
      <p className="facts">
        {from && (
          <span>
            {from} – {until || 'now'}
          </span>
        )}
        <Marks entry={entry} />
      </p>
      {isFixed(props, entry) ? (
        <p>
          <strong>{duration(minutes)}</strong> {[detail, material?.name].filter(Boolean).join(' · ')}
        </p>
      ) : (
        <Form
          url={`/mywork/time/${id}`}
          {...canWait(`Time worked: ${of}`, id, job && ofJob(job.id, job.reference))}
        >
          <WaitsHere group={id} />
          <VersionInput value={version} />
          <FieldRow>
            <MinutesInput
              label="Time"
              id={`time-${id}`}
              name="minutes"
              least={1}
              most={MOST_WORKED}
              minutes={minutes}
              width="narrow"
              required
            />
            {!from && <DateInput label="Date" id={`date-${id}`} name="date" value={date} required />}
            <Charged id={id} value={billable} />
          </FieldRow>
          <Words id={id} detail={detail} material={material} cansearch={cansearch} />
          <div className="buttons">
            <Button
              look="quiet"
              icon="trash"
              hx-post={`/timesheets/time/${id}/remove`}
              hx-swap="none"
              {...canWait(`Remove time: ${of}`, id, job && ofJob(job.id, job.reference))}
            >
              Remove
            </Button>
            <Button type="submit" look={main ? 'primary' : 'plain'}>
              Save
            </Button>
          </div>
        </Form>
      )}
    </section>
  )
}

function Marks({ entry: { running, unconfirmed, long, overlaps, billed } }: { entry: SheetEntry }) {
  return (
    <>
      {running && (
        <Chip level="info" icon="play">
          A timer runs
        </Chip>
      )}
      {unconfirmed && (
        <Chip level="warning" icon="warning">
          To be confirmed
        </Chip>
      )}
      {long && <Chip level="warning">More than a day</Chip>}
      {overlaps && <Chip level="info">Beside other time</Chip>}
      {billed && (
        <Chip level="success" icon="check">
          On a line of the job
        </Chip>
      )}
    </>
  )
}

const Charged = ({ id, value }: { id: string; value: boolean }) => (
  <Select
    label="Client"
    id={`billable-${id}`}
    name="billable"
    value={String(value)}
    options={[
      { value: 'true', label: 'Charged' },
      { value: 'false', label: 'Not charged' },
    ]}
  />
)

type WordsProps = {
  id: string
  detail?: string
  material?: SheetEntry['material']
  cansearch: boolean
}

const Words = ({ id, detail, material, cansearch }: WordsProps) => (
  <>
    <FieldRow>
      <TextInput label="Details" id={`detail-${id}`} name="detail" value={detail} maxlength={500} />
      {cansearch && (
        <Picker
          label="Labour item"
          id={`item-${id}`}
          name="inventoryid"
          url="/lookup/inventory"
          value={material?.id}
          shown={material?.name}
        />
      )}
    </FieldRow>
    {cansearch && <p className="hint">{LABOUR_ITEM}</p>}
  </>
)

function NewTime({ worker, date, today, job, step, entries, cansearch, main }: TimeDialogProps & Main) {
  const group = job?.id ?? worker.id
  return (
    <section>
      {entries.length > 0 && <h3>More time</h3>}
      <Form
        url="/timesheets/time"
        {...canWaitApart(
          `Time of ${worker.name} on ${shortDate(date)}`,
          group,
          job && ofJob(job.id, job.reference),
        )}
      >
        <WaitsHere group={group} />
        <input type="hidden" name="workerid" value={worker.id} />
        {step && <input type="hidden" name="jobstepid" value={step.id} />}
        {job ? (
          <input type="hidden" name="jobid" value={job.id} />
        ) : (
          <Picker label="Job" id="time-job" name="jobid" url="/lookup/jobs" required />
        )}
        <FieldRow>
          <MinutesInput
            label="Time"
            id="time-new"
            name="minutes"
            least={1}
            most={MOST_WORKED}
            hint="Such as 8:00, 1 h 30, or 90 for minutes."
            width="narrow"
            required
            autoFocus={entries.length === 0 && Boolean(job)}
          />
          <DateInput label="Date" id="date-new" name="date" value={date} max={today} required />
          <Charged id="new" value />
        </FieldRow>
        <LongTimeTick id="time-long" />
        <Words id="new" cansearch={cansearch} />
        <div className="buttons">
          <Button type="submit" look={main ? 'primary' : 'plain'}>
            Add time
          </Button>
        </div>
      </Form>
    </section>
  )
}

type ReasonDialogProps = {
  workerid: string
  name: string
  monday: string
  version: number
  action: 'return' | 'reopen'
}

export const ReasonDialog = ({ workerid, name, monday, version, action }: ReasonDialogProps) => (
  <Dialog
    title={action === 'return' ? 'Send the week back' : 'Reopen the week'}
    subtitle={`${name}, from ${shortDate(monday)}`}
    size="small"
    url="/timesheets/week"
    submit={action === 'return' ? 'Send back' : 'Reopen'}
    version={version}
  >
    <input type="hidden" name="workerid" value={workerid} />
    <input type="hidden" name="date" value={monday} />
    <input type="hidden" name="action" value={action} />
    <TextInput label="Why" name="reason" hint="The worker is told." maxlength={500} required autoFocus />
  </Dialog>
)
