import type { Ref, SelectHTMLAttributes } from 'react'
import { controlProps, Field, type FieldProps } from './field.tsx'
import { split } from './inputs.tsx'

export type Option = { value: string; label: string; group?: string; disabled?: boolean }

type SelectProps = FieldProps &
  Omit<SelectHTMLAttributes<HTMLSelectElement>, keyof FieldProps | 'value' | 'children'> & {
    value?: string | null
    options: readonly Option[]
    placeholder?: string
    ref?: Ref<HTMLSelectElement>
  }

export function Select(props: SelectProps) {
  const { field, rest } = split(props)
  const { value, options, placeholder, ...select } = rest
  return (
    <Field {...field}>
      <select {...select} {...controlProps(field)} defaultValue={value ?? ''}>
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {groupOptions(options).map(([group, members]) =>
          group ? (
            <optgroup key={group} label={group}>
              {members.map(choice)}
            </optgroup>
          ) : (
            members.map(choice)
          ),
        )}
      </select>
    </Field>
  )
}

function choice({ value, label, disabled }: Option) {
  return (
    <option key={value} value={value} disabled={disabled}>
      {label}
    </option>
  )
}

function groupOptions(options: readonly Option[]): [string, Option[]][] {
  return [...Map.groupBy(options, (option) => option.group ?? '')]
}

type RadiosProps = Pick<FieldProps, 'label' | 'name' | 'hint' | 'error' | 'required'> & {
  value?: string | null
  options: readonly Option[]
}

export function Radios({ label, name, hint, error, required, value, options }: RadiosProps) {
  return (
    <fieldset className="field radios" aria-describedby={error ? `f-${name}-error` : undefined}>
      <legend>
        {label}
        {required && <span className="required">*</span>}
      </legend>
      {hint && <p className="hint">{hint}</p>}
      {error && (
        <p className="error" id={`f-${name}-error`}>
          {error}
        </p>
      )}
      {options.map((option) => (
        <label key={option.value}>
          <input type="radio" name={name} value={option.value} defaultChecked={option.value === value} />
          <span>{option.label}</span>
        </label>
      ))}
    </fieldset>
  )
}
