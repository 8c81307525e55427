import { type ReactNode, useState } from 'react'
import type { BoardProps } from '#islands/board/props.ts'
import { locationsPath, searchClients, useNames } from '#islands/lib/lookups.ts'
import { IslandPicker } from '#islands/lib/picker.tsx'
import type { FormField } from '#server/domains/work/jobs/job-form.ts'
import type { JobDetail, Named } from '#server/domains/work/jobs/types.ts'
import { Checkbox, DateInput, TextArea, TextInput } from '#views/ui/inputs.tsx'
import { type Category, CategoryChecklist, ReadOnlyReference, ReferenceSelect } from './reference-fields.tsx'

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
export function useJobFields(options: JobFieldsOptions): (name: FormField) => ReactNode {
  const { job, board, error, only } = options
  const [client, setClient] = useState<Named | null>(job.client)
  const shows = (name: FormField) =>
    only ? only.includes(name) : board.form[name] !== 'hidden' || isFilled(job[name])
  const lists = useLists(board.can, client, shows)
  const common = (name: FormField, label: string) => ({
    name,
    label,
    required: board.form[name] === 'required',
    error: error(name),
  })
  return (name) => (shows(name) ? controls[name]({ job, board, client, setClient, lists, common }) : null)
}

function useLists(can: BoardProps['can'], client: Named | null, shows: (name: FormField) => boolean) {
  const path = (name: FormField, path: string, allowed = true) => (shows(name) && allowed ? path : null)
  return {
    operators: useNames(path('assignee', '/api/jobs/operators')),
    categories: useNames<Category>(
      path('categories', '/api/categories?jobcategory=true&take=500', can.write),
    ),
    divisions: useNames(path('division', '/api/divisions?take=500')),
    organisations: useNames(path('organisation', '/api/organisations?take=500')),
    locations: useNames(path('location', locationsPath(client?.id ?? ''), can.locations)),
  }
}

type ControlContext = {
  job: FieldsOfJob
  board: BoardProps
  client: Named | null
  setClient: (client: Named | null) => void
  lists: ReturnType<typeof useLists>
  common: (
    name: FormField,
    label: string,
  ) => { name: string; label: string; required: boolean; error: string | undefined }
}

const controls: Record<FormField, (context: ControlContext) => ReactNode> = {
  client: ({ job, board, client, setClient, common }) =>
    board.can.clients ? (
      <IslandPicker
        {...common('client', 'Client')}
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
  location: ({ job, client, lists, common }) => (
    <ReferenceSelect
      key={client?.id ?? ''}
      {...common('location', 'Location')}
      list={lists.locations}
      value={client?.id === job.client?.id ? job.location : null}
      none="No location"
    />
  ),
  categories: ({ job, board, lists, common }) => {
    const { required, error } = common('categories', 'Categories')
    return (
      <CategoryChecklist
        all={lists.categories ?? board.filters.categories}
        job={job}
        required={required}
        error={error}
      />
    )
  },
  customerreference: ({ job, common }) => (
    <TextInput
      {...common('customerreference', 'Client’s order number')}
      value={job.customerreference}
      maxlength={120}
    />
  ),
  statenote: ({ job, common }) => (
    <TextArea
      {...common('statenote', 'State note')}
      hint="Why the job stands where it stands."
      value={job.statenote}
      maxlength={2000}
      rows={2}
    />
  ),
  assignee: ({ job, lists, common }) => (
    <ReferenceSelect
      {...common('assignee', 'Assignee')}
      list={lists.operators}
      value={job.assignee}
      none="Nobody"
      hint="Who does the work is listed under Workers."
    />
  ),
  start: ({ job, common }) => <DateInput {...common('start', 'Start')} value={job.start} />,
  finish: ({ job, common }) => <DateInput {...common('finish', 'Due')} value={job.finish} />,
  scheduledminutes: ({ job, common }) => (
    <TextInput
      {...common('scheduledminutes', 'Scheduled minutes')}
      className="number"
      inputMode="numeric"
      suffix="minutes"
      value={job.scheduledminutes}
    />
  ),
  division: ({ job, lists, common }) => (
    <ReferenceSelect
      {...common('division', 'Division')}
      list={lists.divisions}
      value={job.division}
      none="No division"
    />
  ),
  organisation: ({ job, lists, common }) => (
    <ReferenceSelect
      {...common('organisation', 'Organisation')}
      list={lists.organisations}
      value={job.organisation}
      none="The default organisation"
    />
  ),
  critical: ({ job, common }) => (
    <Checkbox
      label="Critical"
      name="critical"
      checked={job.critical}
      error={common('critical', 'Critical').error}
    />
  ),
}

const isFilled = (value: unknown) =>
  Array.isArray(value) ? value.length > 0 : value !== null && value !== '' && value !== false
