import { controlProps, Field, type FieldProps, fieldId } from './field.tsx'
import { Icon } from './icon.tsx'
import type { Option } from './select.tsx'

type PickerProps = FieldProps & {
  /** What answers with `PickerOptions` for `?search=`. */
  url: string
  /** Milliseconds that typing must rest. */
  delay?: number
  /** The chosen record's id, and what it is called. */
  value?: string | null
  shown?: string
  placeholder?: string
  /** The form that sends the id, where that is not the one around the picker. */
  form?: string
}

/**
 * One record of a long list, found by typing (an ARIA combobox). The form sends the id under `name`; the box that
 * is typed in belongs to no form, so that its words are never saved. Text that was not chosen is taken back.
 */
export function Picker({ url, delay = 300, value, shown, placeholder, form, ...field }: PickerProps) {
  const id = fieldId(field)
  const { name, maxLength, required, ...props } = controlProps(field)
  return (
    <Field {...field}>
      <span className="picker" data-picker="">
        <input type="hidden" name={name} value={value ?? ''} data-shown={shown ?? ''} form={form} />
        <input
          type="text"
          {...props}
          name="search"
          form={`${id}-search`}
          role="combobox"
          aria-required={required}
          aria-expanded={false}
          aria-autocomplete="list"
          aria-controls={`${id}-list`}
          autoComplete="off"
          spellCheck={false}
          placeholder={placeholder}
          defaultValue={shown ?? ''}
          hx-get={url}
          hx-trigger={`input delay:${delay}ms, pick`}
          hx-target={`#${id}-list`}
          hx-swap="innerHTML"
          hx-sync="this:replace"
        />
        <button type="button" className="clear" aria-label={`Clear ${field.label}`} hidden={!value}>
          <Icon name="x" size="small" />
        </button>
        <span
          id={`${id}-list`}
          className="options"
          role="listbox"
          aria-label={field.label}
          popover="manual"
        />
      </span>
    </Field>
  )
}

type PickerOption = Option & { note?: string }

/** What a look-up answers: the first matches, and words when there are none or more. */
export function PickerOptions({ options, more }: { options: readonly PickerOption[]; more?: string }) {
  return (
    <>
      {options.map(({ value, label, note }) => (
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
    </>
  )
}
