import type { InputHTMLAttributes, ReactNode, TextareaHTMLAttributes } from 'react'
import { duration, shortDate, unitSymbol } from '#views/format.ts'
import { controlProps, Field, FieldError, type FieldProps, fieldId } from './field.tsx'

type Extra<T> = Omit<T, keyof FieldProps | 'value' | 'defaultValue' | 'children' | 'prefix'>
type InputExtra = Extra<InputHTMLAttributes<HTMLInputElement>>

type TextInputProps = FieldProps &
  InputExtra & {
    value?: string | number | null
    suffix?: ReactNode
    prefix?: ReactNode
  }

export function TextInput(props: TextInputProps) {
  const { field, rest } = split(props)
  const { value, suffix, prefix, ...input } = rest
  const control = (
    <input type="text" autoComplete="off" {...input} {...controlProps(field)} defaultValue={value ?? ''} />
  )
  return <Field {...field}>{suffix || prefix ? withAffix(control, prefix, suffix) : control}</Field>
}

/** A number with a decimal comma or point, right-aligned; the server reads both. `value` as the person sees it. What is wrong stands in the place of the hint. */
export function DecimalInput({ hint, ...props }: Omit<TextInputProps, 'type'>) {
  const shown = props.error ? undefined : hint
  return <TextInput inputMode="decimal" data-decimal="" className="number" {...props} hint={shown} />
}

type MinutesInputProps = Omit<TextInputProps, 'type' | 'value' | 'hint'> & {
  minutes?: number | null
  hint?: string
  /** Minutes, of what is refused otherwise: said while it is typed. */
  least?: number
  most?: number
}

/** A time that was or will be worked. While it is typed, how it is read stands in the place of the hint; so does what is wrong. */
export function MinutesInput({ minutes, hint, least, most, ...props }: MinutesInputProps) {
  const shown = (
    <>
      <output data-read="" />
      {hint && <span>{hint}</span>}
    </>
  )
  const bounds = { 'data-least': least, 'data-most': most }
  return (
    <TextInput
      data-minutes=""
      {...bounds}
      {...props}
      hint={props.error ? undefined : shown}
      value={duration(minutes)}
    />
  )
}

type DateInputProps = Omit<TextInputProps, 'type' | 'value'> & { value?: string | null }

/** `YYYY-MM-DD`, read as every date of a page but while it is typed. */
export function DateInput({ value, ...props }: DateInputProps) {
  return <TextInput {...props} {...dateProps(value)} value={value} width={props.width ?? 'narrow'} />
}

export const dateProps = (value?: string | null) => ({ type: 'date', 'data-shown': shortDate(value) })

type TextAreaProps = FieldProps &
  Extra<TextareaHTMLAttributes<HTMLTextAreaElement>> & { value?: string | null }

export function TextArea(props: TextAreaProps) {
  const { field, rest } = split(props)
  const { value, ...area } = rest
  return (
    <Field {...field}>
      <textarea rows={3} {...area} {...controlProps(field)} defaultValue={value ?? ''} />
    </Field>
  )
}

type CheckboxProps = FieldProps & InputExtra & { checked?: boolean }

export function Checkbox(props: CheckboxProps) {
  const { field, rest } = split(props)
  const { checked, ...input } = rest
  const id = fieldId(field)
  return (
    <div className="field checkbox">
      <label htmlFor={id}>
        <input type="checkbox" value="true" {...input} {...controlProps(field)} defaultChecked={checked} />
        <span>{field.label}</span>
      </label>
      {field.error && <FieldError id={`${id}-error`} text={field.error} />}
      {field.hint && (
        <p className="hint" id={`${id}-hint`}>
          {field.hint}
        </p>
      )}
    </div>
  )
}

export function ColourInput(props: Omit<TextInputProps, 'type' | 'suffix' | 'prefix'>) {
  return <TextInput {...props} type="color" value={props.value || '#6b7785'} width="narrow" />
}

/** One or more files, sent as a form part; tell its form `hx-encoding="multipart/form-data"`. */
export function FileInput(props: FieldProps & InputExtra) {
  const { field, rest } = split(props)
  return (
    <Field {...field}>
      <input {...rest} {...controlProps(field)} type="file" />
    </Field>
  )
}

function withAffix(control: ReactNode, prefix: ReactNode, suffix: ReactNode) {
  return (
    <span className="affixed">
      {prefix && <span className="affix">{prefix}</span>}
      {control}
      {suffix && <span className="affix">{typeof suffix === 'string' ? unitSymbol(suffix) : suffix}</span>}
    </span>
  )
}

export function split<T extends FieldProps>(
  props: T,
): { field: FieldProps; rest: Omit<T, keyof FieldProps> } {
  const { label, name, hint, error, required, maxlength, id, hidelabel, width, ...rest } = props
  return { field: { label, name, hint, error, required, maxlength, id, hidelabel, width }, rest }
}
