import { jobFields, type OptionalJobField, optionalJobFields } from '#server/domains/work/jobs/fields.ts'
import type { JobDetail } from '#server/domains/work/jobs/types.ts'
import type { FieldDeclaration, ValuesOf } from '#server/record-fields.ts'
import { duration, shortDate } from '#views/format.ts'

export type JobFields = {
  [Name in FormFieldName]: (typeof jobFields)[Name]['kind'] extends 'minutes'
    ? string | null
    : ValuesOf<typeof jobFields>[Name]
}
type FormFieldName = OptionalJobField | 'description'

const formFieldNames: readonly FormFieldName[] = ['description', ...optionalJobFields]

const byName = (read: (name: FormFieldName) => unknown) =>
  Object.fromEntries(formFieldNames.map((name) => [name, read(name)])) as JobFields

const empty: Partial<Record<FieldDeclaration['kind'], unknown>> = {
  text: '',
  reference: null,
  list: [],
  flag: false,
  date: null,
  minutes: null,
}

export const emptyJobFields = byName((name) => empty[jobFields[name].kind]) as JobFields &
  Pick<JobDetail, OptionalJobField>

/** The fields of a job as its form would send them back unchanged. */
export const toJobFields = (job: JobDetail): JobFields => byName((name) => sentBack(name, job[name]))

function sentBack(name: FormFieldName, value: JobDetail[FormFieldName]) {
  if (Array.isArray(value)) return value.map(({ id }) => id)
  if (typeof value === 'object' && value) return value.id
  return jobFields[name].kind === 'minutes' ? duration(value as number | null) || null : value
}

export function readJobFields(form: HTMLFormElement, before: JobFields): JobFields {
  const data = new FormData(form)
  const read = (name: FormFieldName) => {
    const { kind } = jobFields[name]
    // A box that is not ticked sends nothing.
    if (kind === 'flag') return data.has(name)
    if (form.elements.namedItem(name) === null) return before[name]
    if (kind === 'list') return data.getAll(name).map(String)
    return String(data.get(name) ?? '').trim() || empty[kind]
  }
  return byName(read)
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
  const before = toJobFields(opened)
  const now = toJobFields(current)
  const clashes = (Object.keys(mine) as (keyof JobFields)[]).filter(
    (name) => textOf(before[name]) !== textOf(now[name]) && textOf(now[name]) !== textOf(mine[name] ?? null),
  )
  return Object.fromEntries(
    clashes.map((name) => [name, `Now saved: ${fieldValueText(current, name) || 'nothing'}`]),
  )
}

function fieldValueText(job: JobDetail, name: keyof JobFields): string {
  const value = job[name]
  if (jobFields[name].kind === 'minutes') return duration(value as number | null)
  if (jobFields[name].kind === 'date') return shortDate(value as string | null)
  if (Array.isArray(value)) return value.map((one) => one.name).join(', ')
  if (typeof value === 'object' && value) return value.name
  return value === true ? 'yes' : value === false ? 'no' : String(value ?? '')
}
