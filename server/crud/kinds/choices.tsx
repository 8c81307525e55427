import { getTableName } from 'drizzle-orm'
import type { AnyTable } from '#db/queries/crud.ts'
import { nameById } from '#db/queries/crud.ts'
import * as fieldSchemas from '#server/http/fields.ts'
import { t } from '#server/http/fields.ts'
import type { FieldKind } from '#server/record-fields.ts'
import { Icon } from '#views/ui/icon.tsx'
import { Checkbox } from '#views/ui/inputs.tsx'
import { Picker } from '#views/ui/picker.tsx'
import { Select } from '#views/ui/select.tsx'
import { Chip } from '#views/ui/small.tsx'
import type { Options, ResourceField } from '../field.ts'
import { control } from './texts.tsx'

/** Yes or no. A form's unticked box means no; a call that leaves it out leaves it alone. */
export const flagField = (options: Options): ResourceField => ({
  kind: { kind: 'flag' },
  flag: true,
  ...options,
  schema: fieldSchemas.flag(),
  json: ({ value }) => value,
  format: (value) => (value ? 'yes' : 'no'),
  input: (c) => <Checkbox {...control(c)} checked={Boolean(c.value)} />,
  cell: ({ value }) => (value ? <Icon name="check" label={options.label} /> : null),
})

type Choices = Options & {
  of: readonly { value: number | string; label: string }[]
  /** What no choice is called; without it one must be taken. */
  none?: string
  chip?: boolean
  kind?: FieldKind
}

export const choiceField = ({ of: choices, none, chip, ...options }: Choices): ResourceField => {
  const label = (value: unknown) => choices.find((one) => one.value === value)?.label ?? ''
  const all = choices.map((one) => ({ value: String(one.value), label: one.label }))
  return {
    ...options,
    options: all,
    schema: choiceSchema(choices, none !== undefined),
    json: ({ value }) => value,
    format: label,
    input: (c) => <Select {...control(c)} value={String(c.value ?? '')} options={all} placeholder={none} />,
    cell: ({ value }) => (label(value) && chip ? <Chip>{label(value)}</Chip> : label(value)),
  }
}

const nameChoice = ({ value, label }: Choices['of'][number]) =>
  value === label ? label : `${value} (${label})`

/** Forms and addresses write the value as text, JSON as it is. */
const choiceSchema = (choices: Choices['of'], optional: boolean) =>
  t
    .Transform(
      t.Union(
        [
          ...choices.flatMap(({ value }) => [t.Literal(value), t.Literal(String(value))]),
          ...(optional ? [t.Literal(''), t.Null()] : []),
        ],
        { error: `must be one of ${choices.map(nameChoice).join(', ')}` },
      ),
    )
    .Decode((value) => choices.find((one) => String(one.value) === String(value))?.value ?? null)
    .Encode((value) => value as never)

type Reference = Options & {
  table: AnyTable
  /** Columns of that record which JSON carries beside its name. */
  shows?: readonly string[]
  only?: Record<string, unknown>
  none: string
  picker?: { url: `/lookup/${string}`; delay?: number }
}

/** A picker where there may be more than a few hundred. */
export const referenceField = ({ none, picker, ...options }: Reference): ResourceField => ({
  kind: { kind: 'reference', to: getTableName(options.table) },
  ...options,
  choices: picker ? undefined : options.table,
  schema: fieldSchemas.reference(),
  json: ({ name, value, found }) =>
    value ? { id: value, name: found.names[name] ?? '(unknown)', ...found.shown?.[name] } : null,
  format: (value, db) => nameById(db, options.table, value),
  input: (c) =>
    picker ? (
      <Picker {...control(c)} {...picker} value={c.value as string} shown={c.shown} placeholder={none} />
    ) : (
      <Select {...control(c)} value={c.value as string} options={c.options} placeholder={none} />
    ),
  cell: ({ name, found }) => found.names[name],
})
