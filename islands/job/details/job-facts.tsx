import { Warnings } from '#islands/job/warnings.tsx'
import { jobFields, type OptionalJobField, optionalJobFields } from '#server/domains/work/jobs/fields.ts'
import type { JobDetail } from '#server/domains/work/jobs/types.ts'
import { duration, shortDate } from '#views/format.ts'
import { DescriptionList as FactList } from '#views/ui/panel.tsx'
import { Chip } from '#views/ui/small.tsx'
import { type CategoryField, type CategoryFieldsOfJob, fieldText } from './use-category-fields.ts'

const labelOf = ({ label, category }: CategoryField, all: readonly CategoryField[]) =>
  all.filter((field) => field.label === label).length > 1 ? `${label} (${category.name})` : label

const valueText = (field: CategoryField) => (field.typeid === 1 ? shortDate(field.value) : fieldText(field))

// Categories and urgency stand above as chips.
const listed = optionalJobFields.filter((name) => !['list', 'flag'].includes(jobFields[name].kind))

function formatFact(job: JobDetail, name: OptionalJobField): string {
  const value = job[name]
  if (name === 'assignee') return job.assignee?.name || job.assigneename
  if (jobFields[name].kind === 'date') return shortDate(value as string | null)
  if (jobFields[name].kind === 'minutes') return duration(value as number | null)
  return typeof value === 'object' && value && 'name' in value ? value.name : String(value ?? '')
}

export function JobFactsPanel({ job, fields }: { job: JobDetail; fields: CategoryFieldsOfJob }) {
  const facts = [
    ...listed.map((name) => ({ label: jobFields[name].label, value: formatFact(job, name) })),
    { label: 'Completed', value: shortDate(job.completed?.slice(0, 10)) },
    ...fields.shown.map((field) => ({ label: labelOf(field, fields.shown), value: valueText(field) })),
  ]
  return (
    <div className="jobfacts">
      <Warnings job={job} />
      <p className="description">{job.description || 'No description'}</p>
      <p className="chips">
        {job.sample && <Chip level="info">Sample</Chip>}
        {job.critical && <Chip level="error">Critical</Chip>}
        {job.fixedprice && <Chip>Fixed price</Chip>}
        {job.categories.map(({ id, name, colour }) => (
          <Chip key={id} colour={colour}>
            {name}
          </Chip>
        ))}
      </p>
      {fields.problem && <p className="error">{fields.problem}</p>}
      <FactList facts={facts.map(({ label, value }) => ({ label, value: value || '–' }))} />
    </div>
  )
}
