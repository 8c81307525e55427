import { type FormEvent, type RefObject, useState } from 'react'
import type { BoardProps } from '#islands/board/props.ts'
import { Combobox } from '#islands/lib/combobox.tsx'
import { locationsPath, searchClients, useNames } from '#islands/lib/lookups.ts'
import type { JobDetail, Named } from '#server/domains/jobs/types.ts'
import { FieldError } from '#views/ui/field.tsx'
import { FieldRow, FormErrors } from '#views/ui/form.tsx'
import { Checkbox, DateInput, TextArea, TextInput } from '#views/ui/inputs.tsx'
import { type Option, Select } from '#views/ui/select.tsx'
import { Dot } from '#views/ui/small.tsx'
import { Warnings } from './warnings.tsx'

export type Problem = { message: string; fields: Record<string, string> }

type DetailsProps = {
  job: JobDetail
  board: BoardProps
  problem: Problem | undefined
  form: RefObject<HTMLFormElement | null>
  onSave: () => void
}

export const formId = 'job-form'

/** Everything about a job but its lines. The page guards it, as every form, against losing what was typed. */
export function Details({ job, board, problem, form, onSave }: DetailsProps) {
  const { filters, can } = board
  const [client, setClient] = useState<Named | null>(job.client)
  const operators = useNames('/api/jobs/operators')
  const categories = useNames<Category>(can.write ? '/api/categories?jobcategory=true&take=500' : null)
  const divisions = useNames('/api/divisions?take=500')
  const organisations = useNames('/api/organisations?take=500')
  const locations = useNames(can.locations ? locationsPath(client?.id ?? '') : null)
  const error = (name: string) => problem?.fields[name]

  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSave()
  }

  return (
    <form ref={form} id={formId} className="details" data-guard="" noValidate onSubmit={submit}>
      {problem && <FormErrors message={problem.message} />}
      <Warnings list={job.warninglist} />
      <div className="main">
        <TextArea
          label="Description"
          name="description"
          value={job.description}
          maxlength={2000}
          rows={2}
          error={error('description')}
        />
        <FieldRow>
          {can.clients ? (
            <Combobox
              label="Client"
              name="client"
              value={client}
              search={searchClients}
              // Specification 2, section 9.
              delay={500}
              placeholder="Type to find a client"
              error={error('client')}
              onPick={(picked) => setClient(picked && { id: picked.id, name: picked.name })}
            />
          ) : (
            <Fixed label="Client" value={job.client} />
          )}
          {locations ? (
            <Select
              key={client?.id ?? ''}
              label="Location"
              name="location"
              value={job.location?.id}
              options={optionsOf(locations, client?.id === job.client?.id ? job.location : null)}
              placeholder="No location"
              error={error('location')}
            />
          ) : (
            <Fixed label="Location" value={job.location} />
          )}
        </FieldRow>
        <Categories all={categories ?? filters.categories} job={job} error={error('categories')} />
        <TextInput
          label="Customer reference"
          name="customerreference"
          value={job.customerreference}
          maxlength={120}
          error={error('customerreference')}
        />
        <TextArea
          label="State note"
          name="statenote"
          hint="Why the job stands where it stands."
          value={job.statenote}
          maxlength={2000}
          rows={2}
          error={error('statenote')}
        />
      </div>
      <div className="side">
        <Lookup
          label="Assignee"
          name="assignee"
          list={operators}
          value={job.assignee}
          none="Nobody"
          problem={problem}
        />
        <FieldRow>
          <DateInput label="Start" name="start" value={job.start} error={error('start')} />
          <DateInput label="Due" name="finish" value={job.finish} error={error('finish')} />
        </FieldRow>
        <TextInput
          label="Scheduled time"
          name="scheduledminutes"
          className="number"
          inputMode="numeric"
          suffix="minutes"
          value={job.scheduledminutes}
          error={error('scheduledminutes')}
        />
        <Lookup
          label="Division"
          name="division"
          list={divisions}
          value={job.division}
          none="No division"
          problem={problem}
        />
        <Lookup
          label="Organisation"
          name="organisation"
          list={organisations}
          value={job.organisation}
          none="The default organisation"
          problem={problem}
        />
        <Checkbox label="Critical" name="critical" checked={job.critical} error={error('critical')} />
      </div>
    </form>
  )
}

type LookupProps = {
  label: string
  name: string
  /** Undefined while it comes, and for whoever may not see it. */
  list: readonly Named[] | undefined
  value: Named | null
  none: string
  problem: Problem | undefined
}

function Lookup({ label, name, list, value, none, problem }: LookupProps) {
  if (!list) return <Fixed label={label} value={value} />
  return (
    <Select
      label={label}
      name={name}
      value={value?.id}
      options={optionsOf(list, value)}
      placeholder={none}
      error={problem?.fields[name]}
    />
  )
}

/** A value that stands while its list comes, or that the person may not choose anew. */
function Fixed({ label, value }: { label: string; value: Named | null }) {
  return <TextInput label={label} name="" id={`fixed-${label}`} value={value?.name ?? ''} readOnly />
}

/** The list, with the present choice even when it is archived since. */
function optionsOf(list: readonly Named[], value: Named | null): Option[] {
  const options = list.map(({ id, name }) => ({ value: id, label: name }))
  const isListed = !value || list.some(({ id }) => id === value.id)
  return isListed ? options : [{ value: value.id, label: value.name || '(unknown)' }, ...options]
}

type Category = { id: string; name: string; colour: string }

function Categories({ all, job, error }: { all: readonly Category[]; job: JobDetail; error?: string }) {
  const chosen = new Set(job.categories.map(({ id }) => id))
  const gone = job.categories.filter(({ id }) => !all.some((one) => one.id === id))
  if (all.length + gone.length === 0) return null
  return (
    <fieldset className="field choices">
      <legend>Categories</legend>
      <div>
        {[...all, ...gone].map(({ id, name, colour }) => (
          <label key={id}>
            <input type="checkbox" name="categories" value={id} defaultChecked={chosen.has(id)} />
            <Dot colour={colour} />
            {name}
          </label>
        ))}
      </div>
      {error && <FieldError id="categories-error" text={error} />}
    </fieldset>
  )
}
