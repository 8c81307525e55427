import { type ReactNode, useState } from 'react'
import { APPROVE } from '#db/job-status.ts'
import type { BoardProps } from '#islands/board/props.ts'
import { locationsPath, searchClients, useNames } from '#islands/lib/lookups.ts'
import { IslandPicker } from '#islands/lib/picker.tsx'
import { jobFields, type OptionalJobField } from '#server/domains/work/jobs/fields.ts'
import type { JobDetail, ReferencedRecord } from '#server/domains/work/jobs/types.ts'
import type { FieldDeclaration } from '#server/record-fields.ts'
import { Checkbox, DateInput, MinutesInput, TextArea, TextInput } from '#views/ui/inputs.tsx'
import { withQuery } from '#views/ui/links.ts'
import { type Category, CategoryChecklist, ReadOnlyReference, ReferenceSelect } from './reference-fields.tsx'

type FieldsOfJob = Pick<JobDetail, OptionalJobField> & Partial<Pick<JobDetail, 'approvedutc'>>

type JobFieldsOptions = {
  job: FieldsOfJob
  board: BoardProps
  error: (name: string) => string | undefined
  /** Those alone that are asked for; all that the account's form shows when left out. */
  only?: readonly OptionalJobField[]
}

/**
 * The optional fields of a job's form, each by its name: as the account wants them, shown, required, or hidden while
 * they hold nothing. Lists are asked for by those fields alone that show.
 */
export function useJobFields(options: JobFieldsOptions): (name: OptionalJobField) => ReactNode {
  const { job, board, error, only } = options
  const [client, setClient] = useState<ReferencedRecord | null>(job.client)
  const shows = (name: OptionalJobField) => (only ? only.includes(name) : showsField(board.form, job, name))
  const lists = useLists(board.can, client, shows)
  const common = (name: OptionalJobField) => ({
    name,
    label: jobFields[name].label,
    required: board.form[name] === 'required',
    error: error(name),
  })
  const context = { job, board, client, setClient, lists, common }
  const control = (name: OptionalJobField) =>
    controls[name]?.(context) ?? <JobInput {...common(name)} field={jobFields[name]} value={job[name]} />
  return (name) => (shows(name) ? control(name) : null)
}

type Shows = (name: OptionalJobField) => boolean

const showsField = (form: BoardProps['form'], job: FieldsOfJob, name: OptionalJobField) =>
  form[name] !== 'hidden' || isFilled(job[name])

function useLists(can: BoardProps['can'], client: ReferencedRecord | null, shows: Shows) {
  const paths = listPaths(can, client, shows)
  return {
    assignees: useNames(paths.assignee),
    categories: useNames<Category>(paths.categories),
    divisions: useNames(paths.division),
    organisations: useNames(paths.organisation),
    locations: useNames(paths.location),
  }
}

function listPaths(can: BoardProps['can'], client: ReferencedRecord | null, shows: Shows) {
  const path = (name: OptionalJobField, path: string, allowed = true) =>
    shows(name) && allowed ? path : null
  return {
    assignee: path('assignee', '/api/jobs/operators'),
    categories: path('categories', '/api/categories?jobcategory=true&take=500', can.write),
    division: path('division', '/api/divisions?take=500'),
    organisation: path('organisation', '/api/organisations?take=500'),
    location: path('location', locationsPath(client?.id ?? ''), can.locations),
  }
}

/** What the fields of its form choose from. */
export const jobLists = (job: JobDetail, { can, form }: BoardProps): string[] =>
  Object.values(listPaths(can, job.client, (name) => showsField(form, job, name))).filter(
    (path) => path !== null,
  )

type ControlContext = {
  job: FieldsOfJob
  board: BoardProps
  client: ReferencedRecord | null
  setClient: (client: ReferencedRecord | null) => void
  lists: ReturnType<typeof useLists>
  common: (name: OptionalJobField) => {
    name: string
    label: string
    required: boolean
    error: string | undefined
  }
}

/** A list that is chosen from has a last entry that makes another, for whoever may. */
const offer = (may: boolean, kind: string, words: string, given: Record<string, string | undefined> = {}) =>
  may ? { url: withQuery(`/lookup/${kind}/create`, given), words } : undefined

/** What is not approved is nobody's work yet. */
const sayWhenBegun = ({ lanes }: BoardProps) =>
  `Work begins once the job is in the lane ${lanes.find(({ status }) => status === APPROVE)?.label}: until then My work lists it as given and not to be begun yet.`

/** The fields whose choices come from elsewhere; every other has the control of its kind. */
const controls: Partial<Record<OptionalJobField, (context: ControlContext) => ReactNode>> = {
  client: ({ job, board, client, setClient, common }) =>
    board.can.clients ? (
      <IslandPicker
        {...common('client')}
        value={client}
        search={searchClients}
        // Specification 2, section 9.
        delay={500}
        placeholder="Type to find a client"
        onPick={(picked) => setClient(picked && { id: picked.id, name: picked.name })}
      />
    ) : (
      <ReadOnlyReference label={jobFields.client.label} value={job.client} />
    ),
  location: ({ job, board, client, lists, common }) => (
    <ReferenceSelect
      key={client?.id ?? ''}
      {...common('location')}
      list={lists.locations}
      value={client?.id === job.client?.id ? job.location : null}
      none={client ? 'At the client’s own address' : 'No location'}
      create={offer(board.can.newlocation, 'locations', 'New location…', { client: client?.id })}
    />
  ),
  categories: ({ job, board, lists, common }) => {
    const { required, error } = common('categories')
    return (
      <CategoryChecklist
        all={lists.categories ?? board.filters.categories}
        job={job}
        required={required}
        error={error}
        create={offer(board.can.newcategory, 'categories', '', { jobcategory: 'true' })?.url}
      />
    )
  },
  assignee: ({ job, board, lists, common }) => (
    <ReferenceSelect
      {...common('assignee')}
      list={lists.assignees}
      value={job.assignee}
      none="Nobody"
      hint={
        <>
          Who does the work is listed under{' '}
          {board.can.newworker ? <a href="/admin/workers">Workers</a> : 'Workers'}.
        </>
      }
      note={job.approvedutc === null ? sayWhenBegun(board) : undefined}
      create={offer(board.can.newworker, 'workers', 'New worker…')}
    />
  ),
  division: ({ job, board, lists, common }) => (
    <ReferenceSelect
      {...common('division')}
      list={lists.divisions}
      value={job.division}
      none="No division"
      create={offer(board.can.newdivision, 'divisions', 'New division…')}
    />
  ),
  organisation: ({ job, lists, common }) => (
    <ReferenceSelect
      {...common('organisation')}
      list={lists.organisations}
      value={job.organisation}
      none="The default organisation"
    />
  ),
}

type JobInputProps = ReturnType<ControlContext['common']> & { field: FieldDeclaration; value: unknown }

function JobInput({ field, value, ...common }: JobInputProps) {
  if (field.kind === 'flag')
    return (
      <Checkbox
        label={common.label}
        name={common.name}
        checked={value === true}
        hint={field.hint}
        error={common.error}
      />
    )
  if (field.kind === 'date') return <DateInput {...common} value={value as string | null} />
  if (field.kind === 'minutes')
    return <MinutesInput {...common} hint={field.hint} minutes={value as number | null} />
  const text = { ...common, hint: field.hint, value: String(value ?? '') }
  if (field.kind !== 'text') return <TextInput {...text} />
  if (field.rows) return <TextArea {...text} maxlength={field.max} rows={field.rows} />
  return <TextInput {...text} maxlength={field.max} />
}

const isFilled = (value: unknown) =>
  Array.isArray(value) ? value.length > 0 : value !== null && value !== '' && value !== false
