import type { JobDetail } from '#server/domains/work/jobs/types.ts'

export type JobFields = {
  description: string
  client: string | null
  location: string | null
  division: string | null
  organisation: string | null
  assignee: string | null
  categories: string[]
  critical: boolean
  start: string | null
  finish: string | null
  scheduledminutes: string | null
  customerreference: string
  statenote: string
}

export function jobFieldsOf(job: JobDetail): JobFields {
  const { description, critical, start, finish, customerreference, statenote, scheduledminutes } = job
  return {
    description,
    client: job.client?.id ?? null,
    location: job.location?.id ?? null,
    division: job.division?.id ?? null,
    organisation: job.organisation?.id ?? null,
    assignee: job.assignee?.id ?? null,
    categories: job.categories.map(({ id }) => id),
    critical,
    start,
    finish,
    scheduledminutes: scheduledminutes === null ? null : String(scheduledminutes),
    customerreference,
    statenote,
  }
}

export function readJobFields(form: HTMLFormElement, before: JobFields): JobFields {
  const data = new FormData(form)
  const has = (name: string) => form.elements.namedItem(name) !== null
  const next: Record<string, unknown> = { ...before }
  for (const name of Object.keys(before))
    if (has(name)) next[name] = String(data.get(name) ?? '').trim() || null
  return {
    ...(next as JobFields),
    description: String(next.description ?? ''),
    customerreference: String(next.customerreference ?? ''),
    statenote: String(next.statenote ?? ''),
    categories: has('categories') ? data.getAll('categories').map(String) : before.categories,
    critical: data.has('critical'),
  }
}

/** Only what differs, so that two people who edit different fields both win. */
export function changedFields(before: JobFields, after: JobFields): Partial<JobFields> {
  const names = Object.keys(before) as (keyof JobFields)[]
  return Object.fromEntries(
    names.filter((name) => textOf(before[name]) !== textOf(after[name])).map((name) => [name, after[name]]),
  )
}

const textOf = (value: JobFields[keyof JobFields]) =>
  JSON.stringify(Array.isArray(value) ? value.toSorted() : value)

/** After a lost race: for each field that both changed, what stands now, in words. */
export function conflictingJobFields(
  opened: JobDetail,
  current: JobDetail,
  mine: Partial<JobFields>,
): Record<string, string> {
  const before = jobFieldsOf(opened)
  const now = jobFieldsOf(current)
  const clashes = (Object.keys(mine) as (keyof JobFields)[]).filter(
    (name) => textOf(before[name]) !== textOf(now[name]) && textOf(now[name]) !== textOf(mine[name] ?? null),
  )
  return Object.fromEntries(
    clashes.map((name) => [name, `Now saved: ${fieldValueText(current, name) || 'nothing'}`]),
  )
}

function fieldValueText(job: JobDetail, name: keyof JobFields): string {
  const value = job[name]
  if (Array.isArray(value)) return value.map((one) => one.name).join(', ')
  if (typeof value === 'object' && value) return value.name
  return value === true ? 'yes' : value === false ? 'no' : String(value ?? '')
}
