import { Fragment } from 'react'
import { DateInput, DecimalInput, TextArea, TextInput } from '#views/ui/inputs.tsx'
import { Select } from '#views/ui/select.tsx'
import { type CategoryField, fieldControlName, fieldText } from './use-category-fields.ts'

type CategoryFieldsProps = {
  fields: readonly CategoryField[]
  problem: string
  error: (id: string) => string | undefined
}

const longest = 4000
const yesno = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
]

export function CategoryFields({ fields, problem, error }: CategoryFieldsProps) {
  const groups = Map.groupBy(fields, ({ category }) => category.id)
  return (
    <>
      {problem && (
        <p className="error" role="alert">
          {problem}
        </p>
      )}
      {[...groups.values()].map((group) => (
        <fieldset className="field categoryfields" key={group[0]?.category.id}>
          <legend>{group[0]?.category.name}</legend>
          {group.map((field) => (
            // A newer reading of the same field is a new control.
            <Fragment key={`${field.id} ${field.value}`}>{controlFor(field, error(field.id))}</Fragment>
          ))}
        </fieldset>
      ))}
    </>
  )
}

function controlFor(field: CategoryField, error: string | undefined) {
  const { id, label, compulsary: required, value } = field
  const about = { name: fieldControlName(id), label, required, error }
  if (field.typeid === 1) return <DateInput {...about} value={value} />
  if (field.typeid === 3) return <DecimalInput {...about} value={fieldText(field)} />
  if (field.typeid === 4)
    return <Select {...about} value={value} options={yesno} placeholder="Not answered" />
  if (value.includes('\n')) return <TextArea {...about} value={value} maxlength={longest} />
  return <TextInput {...about} value={value} maxlength={longest} />
}
