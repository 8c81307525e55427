import type { JobDetail } from '#server/domains/work/jobs/types.ts'
import { shortDate } from '#views/format.ts'
import { Facts as FactList } from '#views/ui/panel.tsx'
import { Chip } from '#views/ui/small.tsx'
import { type CategoryField, type CategoryFieldsOfJob, fieldText } from './use-category-fields.ts'
import { Warnings } from './warnings.tsx'

const labelOf = ({ label, category }: CategoryField, all: readonly CategoryField[]) =>
  all.filter((field) => field.label === label).length > 1 ? `${label} (${category.name})` : label

const wordsOf = (field: CategoryField) => (field.typeid === 1 ? shortDate(field.value) : fieldText(field))

export function JobFacts({ job, fields }: { job: JobDetail; fields: CategoryFieldsOfJob }) {
  const facts = [
    { label: 'Client', value: job.client?.name },
    { label: 'Location', value: job.location?.name },
    { label: 'Assignee', value: job.assignee?.name || job.assigneename },
    { label: 'Start', value: shortDate(job.start) },
    { label: 'Due', value: shortDate(job.finish) },
    { label: 'Completed', value: shortDate(job.completed?.slice(0, 10)) },
    { label: 'Client’s order number', value: job.customerreference },
    { label: 'Division', value: job.division?.name },
    { label: 'State note', value: job.statenote },
    ...fields.shown.map((field) => ({ label: labelOf(field, fields.shown), value: wordsOf(field) })),
  ]
  return (
    <div className="jobfacts">
      <Warnings list={job.warninglist} />
      <p className="description">{job.description || 'No description'}</p>
      <p className="chips">
        {job.critical && <Chip level="error">Critical</Chip>}
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
