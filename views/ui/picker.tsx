import type { InputHTMLAttributes, ReactNode, Ref } from 'react'
import { controlProps, Field, type FieldProps, fieldId } from './field.tsx'
import { Icon } from './icon.tsx'
import type { Option } from './select.tsx'

type ControlProps = {
  field: FieldProps
  value?: string | null
  shown?: string
  /** The form that sends the id, where that is not the one around the picker. */
  form?: string
  box?: InputHTMLAttributes<HTMLInputElement>
  ref?: Ref<HTMLSpanElement>
  children?: ReactNode
}

/** The box that is typed in has no name and belongs to no form: nothing that gathers fields ever sends its text. */
export function PickerControl({ field, value, shown, form, box, ref, children }: ControlProps) {
  const id = fieldId(field)
  const { name, maxLength, required, ...props } = controlProps(field)
  return (
    <span className="picker" data-picker="" ref={ref}>
      <input type="hidden" name={name} value={value ?? ''} data-shown={shown ?? ''} form={form} />
      <input
        type="text"
        {...props}
        form={`${id}-search`}
        role="combobox"
        aria-required={required}
        aria-expanded={false}
        aria-autocomplete="list"
        aria-controls={`${id}-list`}
        autoComplete="off"
        spellCheck={false}
        defaultValue={shown ?? ''}
        {...box}
      />
      <button
        type="button"
        className="clear"
        aria-label={`Clear ${field.label}`}
        hidden={!value || box?.disabled}
      >
        <Icon name="x" size="small" />
      </button>
      <span id={`${id}-list`} className="options" role="listbox" aria-label={field.label} popover="manual">
        {children}
      </span>
    </span>
  )
}

type PickerProps = FieldProps & {
  /** What answers with `PickerOptions` for `?search=`. */
  url: string
  /** Milliseconds. */
  delay?: number
  value?: string | null
  shown?: string
  placeholder?: string
  form?: string
}

export function Picker({ url, delay = 300, value, shown, placeholder, form, ...field }: PickerProps) {
  const htmx = {
    'hx-get': url,
    'hx-trigger': `input delay:${delay}ms, pick`,
    'hx-target': `#${fieldId(field)}-list`,
    'hx-swap': 'innerHTML',
    'hx-sync': 'this:replace',
  }
  return (
    <Field {...field}>
      <PickerControl {...{ field, value, shown, form }} box={{ placeholder, ...htmx }} />
    </Field>
  )
}

/** `create` is the address of the form that makes what is not there. */
type PickerOption = Option & { note?: string; create?: string }

type PickerOptionsProps = { options: readonly PickerOption[]; more?: string }

export function PickerOptions({ options, more }: PickerOptionsProps) {
  const found = options.filter(({ create }) => !create)
  const create = options.find((option) => option.create)
  return (
    <>
      {found.map(({ value, label, note }) => (
        <span
          key={value}
          id={`option-${value}`}
          role="option"
          tabIndex={-1}
          aria-selected={false}
          data-value={value}
        >
          <span>{label}</span>
          {note && <small>{note}</small>}
        </span>
      ))}
      {more && (
        <span className="more" role="option" tabIndex={-1} aria-disabled aria-selected={false}>
          {more}
        </span>
      )}
      {create && (
        <span
          id="option-create"
          className="create"
          role="option"
          tabIndex={-1}
          aria-selected={false}
          data-create={create.create}
        >
          <span>
            <Icon name="plus" size="small" /> {create.label}
          </span>
        </span>
      )}
    </>
  )
}
