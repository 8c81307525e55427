import type { JobDetail, ReferencedRecord } from '#server/domains/work/jobs/types.ts'
import { FieldError } from '#views/ui/field.tsx'
import { TextInput } from '#views/ui/inputs.tsx'
import { type Option, Select } from '#views/ui/select.tsx'
import { Dot } from '#views/ui/small.tsx'

type LookupProps = {
  label: string
  name: string
  list: readonly ReferencedRecord[] | undefined
  value: ReferencedRecord | null
  none: string
  hint?: string
  required?: boolean
  error: string | undefined
}

export function ReferenceSelect({ label, name, list, value, none, hint, required, error }: LookupProps) {
  if (!list) return <ReadOnlyReference label={label} value={value} />
  return (
    <Select
      label={label}
      name={name}
      value={value?.id}
      options={toOptions(list, value)}
      placeholder={none}
      hint={list.length === 0 ? hint : undefined}
      required={required}
      error={error}
    />
  )
}

export function ReadOnlyReference({ label, value }: { label: string; value: ReferencedRecord | null }) {
  return <TextInput label={label} name="" id={`fixed-${label}`} value={value?.name ?? ''} readOnly />
}

function toOptions(list: readonly ReferencedRecord[], value: ReferencedRecord | null): Option[] {
  const options = list.map(({ id, name }) => ({ value: id, label: name }))
  const isListed = !value || list.some(({ id }) => id === value.id)
  return isListed ? options : [{ value: value.id, label: value.name || '(unknown)' }, ...options]
}

export type Category = { id: string; name: string; colour: string }
type CategoriesProps = {
  all: readonly Category[]
  job: Pick<JobDetail, 'categories'>
  required?: boolean
  error: string | undefined
}

export function CategoryChecklist({ all, job, required, error }: CategoriesProps) {
  const chosen = new Set(job.categories.map(({ id }) => id))
  const gone = job.categories.filter(({ id }) => !all.some((one) => one.id === id))
  if (all.length + gone.length === 0) return null
  return (
    <fieldset className="field choices">
      <legend>
        Categories
        {required && (
          <span className="required" title="required" aria-hidden="true">
            *
          </span>
        )}
      </legend>
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
