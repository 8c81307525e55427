import { TextInput } from '#views/ui/inputs.tsx'
import { Select } from '#views/ui/select.tsx'

export type FileColumn = { name: string; samples: readonly string[]; filled: number }
export type ImportField = {
  name: string
  label: string
  required: boolean
  /** Two columns may fill it together. */
  joined: boolean
  percent: boolean
  column: string
  and: string
  fallback: string
  fraction: boolean
}

type RowsProps = { fields: readonly ImportField[]; columns: readonly FileColumn[] }

export function FieldRows({ fields, columns }: RowsProps) {
  return (
    <div className="fieldrows">
      {fields.map((field) => (
        <FieldRow key={field.name} field={field} columns={columns} />
      ))}
    </div>
  )
}

function FieldRow({ field, columns }: { field: ImportField; columns: readonly FileColumn[] }) {
  const { name, label, required, joined, percent, column, and, fallback, fraction } = field
  return (
    <fieldset className="fieldline">
      <legend className="unseen">{label}</legend>
      <Select
        label={label}
        name={`column-${name}`}
        required={required}
        value={column}
        placeholder="No column"
        options={columns.map(columnOption)}
      />
      {joined && (
        <Select
          label={`${label}, together with`}
          hidelabel
          name={`and-${name}`}
          value={and}
          placeholder="and nothing else"
          options={columns.map(columnOption)}
        />
      )}
      <TextInput
        label={`${label}, where the cell is empty`}
        hidelabel
        name={`fallback-${name}`}
        value={fallback}
        maxLength={200}
        placeholder={column ? 'where it is empty' : 'for every row'}
      />
      {percent && (
        <Select
          label={`${label}, written as`}
          hidelabel
          name={`fraction-${name}`}
          value={fraction ? 'true' : ''}
          options={[
            { value: '', label: '5 means 5 %' },
            { value: 'true', label: '0,05 means 5 %' },
          ]}
        />
      )}
    </fieldset>
  )
}

const columnOption = ({ name, samples, filled }: FileColumn) => ({
  value: name,
  label: filled === 0 ? `${name} (empty)` : `${name} (${short(samples[0] ?? '')})`,
})

const short = (text: string) => (text.length > 24 ? `${text.slice(0, 23)}…` : text)
