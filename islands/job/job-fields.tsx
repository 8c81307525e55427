import { type ReactNode, useState } from 'react'
import type { BoardProps } from '#islands/board/props.ts'
import { Combobox } from '#islands/lib/combobox.tsx'
import { locationsPath, searchClients, useNames } from '#islands/lib/lookups.ts'
import type { FormField } from '#server/domains/work/jobs/job-form.ts'
import type { JobDetail, Named } from '#server/domains/work/jobs/types.ts'
import { Checkbox, DateInput, TextArea, TextInput } from '#views/ui/inputs.tsx'
import { type Category, CategoryChecklist, ReadOnlyReference, ReferenceSelect } from './reference-fields.tsx'

/** What the optional fields of a job hold. */
export type FieldsOfJob = Pick<JobDetail, FormField>

type JobFieldsOptions = {
  job: FieldsOfJob
  board: BoardProps
  error: (name: string) => string | undefined
  /** Those alone that are asked for; all that the account's form shows when left out. */
  only?: readonly FormField[]
}

/**
 * The optional fields of a job's form, each by its name: as the account wants them, shown, required, or hidden while
 * they hold nothing. Lists are asked for by those fields alone that show.
 */
export function useJobFields({ job, board, error, only }: JobFieldsOptions): (name: FormField) => ReactNode {
  const { can, filters, form } = board
  const [client, setClient] = useState<Named | null>(job.client)
  const shows = (name: FormField) =>
    only ? only.includes(name) : form[name] !== 'hidden' || isFilled(job[name])
  const list = (name: FormField, path: string, allowed = true) => (shows(name) && allowed ? path : null)
  const operators = useNames(list('assignee', '/api/jobs/operators'))
  const categories = useNames<Category>(
    list('categories', '/api/categories?jobcategory=true&take=500', can.write),
  )
  const divisions = useNames(list('division', '/api/divisions?take=500'))
  const organisations = useNames(list('organisation', '/api/organisations?take=500'))
  const locations = useNames(list('location', locationsPath(client?.id ?? ''), can.locations))
  const about = (name: FormField, label: string) => ({
    name,
    label,
    required: form[name] === 'required',
    error: error(name),
  })

  const controls: Record<FormField, () => ReactNode> = {
    client: () =>
      can.clients ? (
        <Combobox
          {...about('client', 'Client')}
          value={client}
          search={searchClients}
          // Specification 2, section 9.
          delay={500}
          placeholder="Type to find a client"
          onPick={(picked) => setClient(picked && { id: picked.id, name: picked.name })}
        />
      ) : (
        <ReadOnlyReference label="Client" value={job.client} />
      ),
    location: () => (
      <ReferenceSelect
        key={client?.id ?? ''}
        {...about('location', 'Location')}
        list={locations}
        value={client?.id === job.client?.id ? job.location : null}
        none="No location"
      />
    ),
    categories: () => (
      <CategoryChecklist
        all={categories ?? filters.categories}
        job={job}
        required={form.categories === 'required'}
        error={error('categories')}
      />
    ),
    customerreference: () => (
      <TextInput
        {...about('customerreference', 'Client’s order number')}
        value={job.customerreference}
        maxlength={120}
      />
    ),
    statenote: () => (
      <TextArea
        {...about('statenote', 'State note')}
        hint="Why the job stands where it stands."
        value={job.statenote}
        maxlength={2000}
        rows={2}
      />
    ),
    assignee: () => (
      <ReferenceSelect
        {...about('assignee', 'Assignee')}
        list={operators}
        value={job.assignee}
        none="Nobody"
        hint="Who does the work is listed under Workers."
      />
    ),
    start: () => <DateInput {...about('start', 'Start')} value={job.start} />,
    finish: () => <DateInput {...about('finish', 'Due')} value={job.finish} />,
    scheduledminutes: () => (
      <TextInput
        {...about('scheduledminutes', 'Scheduled minutes')}
        className="number"
        inputMode="numeric"
        suffix="minutes"
        value={job.scheduledminutes}
      />
    ),
    division: () => (
      <ReferenceSelect
        {...about('division', 'Division')}
        list={divisions}
        value={job.division}
        none="No division"
      />
    ),
    organisation: () => (
      <ReferenceSelect
        {...about('organisation', 'Organisation')}
        list={organisations}
        value={job.organisation}
        none="The default organisation"
      />
    ),
    critical: () => (
      <Checkbox label="Critical" name="critical" checked={job.critical} error={error('critical')} />
    ),
  }
  return (name) => (shows(name) ? controls[name]() : null)
}

const isFilled = (value: unknown) =>
  Array.isArray(value) ? value.length > 0 : value !== null && value !== '' && value !== false
