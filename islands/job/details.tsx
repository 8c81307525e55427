import { type FormEvent, type RefObject, useState } from 'react'
import type { BoardProps } from '#islands/board/props.ts'
import { Combobox } from '#islands/lib/combobox.tsx'
import { locationsPath, searchClients, useNames } from '#islands/lib/lookups.ts'
import type { JobDetail, Named } from '#server/domains/jobs/types.ts'
import { FieldRow, FormErrors } from '#views/ui/form.tsx'
import { Checkbox, DateInput, TextArea, TextInput } from '#views/ui/inputs.tsx'
import { Categories, type Category, Fixed, Lookup } from './choices.tsx'
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
          <Lookup
            key={client?.id ?? ''}
            label="Location"
            name="location"
            list={locations}
            value={client?.id === job.client?.id ? job.location : null}
            none="No location"
            error={error('location')}
          />
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
          error={error('assignee')}
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
          error={error('division')}
        />
        <Lookup
          label="Organisation"
          name="organisation"
          list={organisations}
          value={job.organisation}
          none="The default organisation"
          error={error('organisation')}
        />
        <Checkbox label="Critical" name="critical" checked={job.critical} error={error('critical')} />
      </div>
    </form>
  )
}
