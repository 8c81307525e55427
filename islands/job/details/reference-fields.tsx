import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { useMadeRecords } from '#islands/job/use-made-records.ts'
import type { JobDetail, ReferencedRecord } from '#server/domains/work/jobs/types.ts'
import { Button } from '#views/ui/button.tsx'
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
  hint?: ReactNode
  /** Said of what is chosen. */
  note?: string
  required?: boolean
  error: string | undefined
  /** For whoever may make what the list does not have: the address of its small form, and its words. */
  create?: { url: string; words: string }
}

const NEW = '#new'
const NO_LIST = 'Choosing another needs a network.'

export function ReferenceSelect(props: LookupProps) {
  const { label, name, list, value, none, hint, note, required, error, create } = props
  const select = useRef<HTMLSelectElement>(null)
  const before = useRef(value?.id ?? '')
  const made = useMade(({ id }) => {
    if (select.current) select.current.value = before.current = id
  })
  if (!list)
    return <ReadOnlyReference label={label} value={value} hint={navigator.onLine ? undefined : NO_LIST} />

  function onChange({ currentTarget }: { currentTarget: HTMLSelectElement }): void {
    if (currentTarget.value === NEW && create) {
      currentTarget.value = before.current
      made.open(create.url)
    } else before.current = currentTarget.value
  }

  const options = toOptions([...list, ...made.records], value)
  return (
    <Select
      ref={select}
      onChange={onChange}
      label={label}
      name={name}
      value={value?.id}
      options={create ? [...options, { value: NEW, label: create.words }] : options}
      placeholder={none}
      hint={list.length === 0 ? hint : note}
      required={required}
      error={error}
    />
  )
}

/** Records that were made where they were missing; `choose` is called once the newest is drawn. */
function useMade(choose: (record: ReferencedRecord) => void) {
  const made = useMadeRecords()
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another record is to be chosen
  useLayoutEffect(() => {
    const newest = made.records.at(-1)
    if (newest) choose(newest)
  }, [made.records])
  return made
}

type ReadOnlyProps = { label: string; value: ReferencedRecord | null; hint?: string }

export function ReadOnlyReference({ label, value, hint }: ReadOnlyProps) {
  return (
    <TextInput label={label} name="" id={`fixed-${label}`} value={value?.name ?? ''} readOnly hint={hint} />
  )
}

function toOptions(list: readonly ReferencedRecord[], value: ReferencedRecord | null): Option[] {
  const options = list.map(({ id, name }) => ({ value: id, label: name }))
  const isListed = !value || list.some(({ id }) => id === value.id)
  return isListed ? options : [{ value: value.id, label: value.name || '(unknown)' }, ...options]
}

/** As the form of a category begins with. */
const NO_COLOUR = '#eeeeee'

export type Category = { id: string; name: string; colour: string }
type CategoriesProps = {
  all: readonly Category[]
  job: Pick<JobDetail, 'categories'>
  required?: boolean
  error: string | undefined
  create?: string
}

export function CategoryChecklist({ all, job, required, error, create }: CategoriesProps) {
  const chosen = new Set(job.categories.map(({ id }) => id))
  const gone = job.categories.filter(({ id }) => !all.some((one) => one.id === id))
  const field = useRef<HTMLFieldSetElement>(null)
  const made = useMade(({ id }) => field.current?.querySelector<HTMLInputElement>(`[value="${id}"]`)?.click())
  const added = made.records.filter(({ id }) => !all.some((one) => one.id === id))
  const shown = [...all, ...gone, ...added.map((one) => ({ ...one, colour: NO_COLOUR }))]
  if (shown.length === 0 && !create) return null
  return (
    <fieldset ref={field} className="field choices">
      <legend>
        Categories
        {required && (
          <span className="required" title="required" aria-hidden="true">
            *
          </span>
        )}
      </legend>
      <div>
        {shown.map(({ id, name, colour }) => (
          <label key={id}>
            <input type="checkbox" name="categories" value={id} defaultChecked={chosen.has(id)} />
            {colour && <Dot colour={colour} />}
            {name}
          </label>
        ))}
        {create && (
          <Button look="quiet" small icon="plus" onClick={() => made.open(create)}>
            New category
          </Button>
        )}
      </div>
      {chosen.size === 0 && <p className="hint">The steps of the work come with its categories.</p>}
      {error && <FieldError id="categories-error" text={error} />}
    </fieldset>
  )
}
