import { type FormEvent, useState } from 'react'
import { callOrWait, errorMessage, isRefusal } from '#islands/lib/call.ts'
import { searchInventory, useNames } from '#islands/lib/lookups.ts'
import { IslandPicker } from '#islands/lib/picker.tsx'
import type { PickerChoice } from '#islands/lib/use-options.ts'
import type { JobDetail, ReferencedRecord } from '#server/domains/work/jobs/types.ts'
import type { TimeEntry } from '#server/domains/work/timesheet/present.ts'
import { duration } from '#views/format.ts'
import { Button } from '#views/ui/button.tsx'
import { Checkbox, DateInput, MinutesInput, TextInput } from '#views/ui/inputs.tsx'
import { LABOUR_ITEM } from '#views/ui/labour-item.ts'
import { ofJob } from '#views/ui/outbox.tsx'
import { MOST_WORKED, parseTypedMinutes } from '#views/ui/parse-minutes.ts'
import { Select } from '#views/ui/select.tsx'

type TimeEntryFormProps = {
  job: JobDetail
  entry: TimeEntry | undefined
  today: string
  choosesWorker: boolean
  searchesItems: boolean
  onSaved: () => void
  onClose: () => void
}

export function TimeEntryForm(props: TimeEntryFormProps) {
  const { job, entry, today, choosesWorker, searchesItems, onSaved, onClose } = props
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [problem, setProblem] = useState('')
  const [saving, setSaving] = useState(false)
  const [item, setItem] = useState<PickerChoice | null>(entry?.material ?? null)
  const workers = useNames<ReferencedRecord>(choosesWorker ? `/api/workers/board/${job.boardid}` : null)

  async function save(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (saving) return
    const form = event.currentTarget
    const values = readForm(new FormData(form), entry)
    setSaving(true)
    try {
      const { reference } = job
      if (entry)
        await callOrWait('PATCH', `/api/jobs/timesheet/${entry.id}`, values, {
          label: `Correct time on ${reference}`,
          group: entry.id,
          ...ofJob(job.id, reference),
          form,
        })
      else
        await callOrWait(
          'POST',
          '/api/jobs/timesheet',
          { ...values, jobid: job.id },
          {
            label: `${duration(parseTypedMinutes(values.minutes ?? ''))} of time on ${reference}`,
            group: job.id,
            apart: true,
            form,
          },
        )
      onSaved()
    } catch (error) {
      setErrors((isRefusal(error) && error.fields) || {})
      setProblem(isRefusal(error) && error.fields ? '' : errorMessage(error))
    }
    setSaving(false)
  }

  return (
    <form className="timeform" data-guard="" aria-busy={saving} onSubmit={(event) => void save(event)}>
      <h3>{entry ? 'Correct time' : 'Add time'}</h3>
      {problem && (
        <p className="error" role="alert">
          {problem}
        </p>
      )}
      <div className="fieldrow">
        {!entry?.startutc && (
          <DateInput
            id="time-date"
            name="date"
            label="Date"
            value={entry?.date ?? today}
            max={today}
            error={errors.date}
          />
        )}
        <MinutesInput
          id="time-minutes"
          name="minutes"
          least={1}
          // A timer may have run for longer.
          most={entry?.startutc ? undefined : MOST_WORKED}
          label="Time"
          hint="Such as 8:00, 1 h 30, or 90 for minutes."
          minutes={entry?.time}
          error={errors.minutes}
          required
          width="narrow"
          autoFocus
        />
        {choosesWorker && (
          <Select
            id="time-worker"
            name="workerid"
            label="Worker"
            // The names come after the form stands.
            key={workers?.length}
            value={entry?.worker.id}
            options={(workers ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            placeholder={entry ? undefined : 'Me'}
            error={errors.workerid}
          />
        )}
      </div>
      <div className="fieldrow">
        <TextInput
          id="time-detail"
          name="detail"
          label="Details"
          value={entry?.detail}
          maxlength={500}
          error={errors.detail}
        />
        {searchesItems && (
          <IslandPicker
            name="inventoryid"
            label="Labour item"
            hint={LABOUR_ITEM}
            value={item}
            search={searchInventory}
            delay={200}
            onPick={setItem}
            error={errors.inventoryid}
          />
        )}
      </div>
      <Checkbox
        id="time-billable"
        name="billable"
        label="Charged to the client"
        checked={entry?.billable ?? true}
      />
      {entry && <TextInput id="time-reason" name="reason" label="Why is it corrected?" maxlength={500} />}
      <div className="buttons">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="primary" aria-busy={saving}>
          {entry?.unconfirmed ? 'Confirm time' : entry ? 'Save correction' : 'Add time'}
        </Button>
      </div>
    </form>
  )
}

function readForm(form: FormData, entry: TimeEntry | undefined) {
  const typed = (name: string) => (form.has(name) ? String(form.get(name)).trim() : undefined)
  const values = {
    date: typed('date'),
    workerid: typed('workerid') || undefined,
    detail: typed('detail'),
    inventoryid: form.has('inventoryid') ? typed('inventoryid') || null : undefined,
    billable: form.has('billable'),
    minutes: typed('minutes'),
  }
  if (!entry) return values
  // What stays as it was is not sent: a timer keeps its seconds.
  const minutes = values.minutes === duration(entry.time) ? undefined : values.minutes
  return { ...values, minutes, reason: typed('reason') || undefined, confirmed: true, version: entry.version }
}
