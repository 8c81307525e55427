import type { ReactNode } from 'react'
import { classes } from './classes.ts'

/** What every control takes. `name` is the specification's field name, which errors also go by. */
export type FieldProps = {
  label: string
  name: string
  hint?: ReactNode
  error?: string
  required?: boolean
  maxlength?: number
  /** Needed only when two controls of a page share a name. */
  id?: string
  /** For a control in a table, whose column head says it: the label stays for screen readers. */
  hidelabel?: boolean
  width?: 'narrow' | 'half' | 'wide'
}

export const fieldId = ({ id, name }: Pick<FieldProps, 'id' | 'name'>) => id ?? `f-${name}`

export function controlProps(field: FieldProps) {
  const id = fieldId(field)
  return {
    id,
    name: field.name,
    required: field.required,
    maxLength: field.maxlength,
    'data-maxlength': field.maxlength,
    'aria-invalid': field.error ? true : undefined,
    'aria-describedby':
      classes(field.error && `${id}-error`, Boolean(field.hint) && `${id}-hint`) || undefined,
  }
}

export function Field({ children, ...field }: FieldProps & { children: ReactNode }) {
  const id = fieldId(field)
  return (
    <div className={classes('field', field.width, field.error && 'wrong')}>
      <label htmlFor={id} className={field.hidelabel ? 'unseen' : undefined}>
        {field.label}
        {field.required && <Required />}
      </label>
      {children}
      {field.error && <FieldError id={`${id}-error`} text={field.error} />}
      {field.hint && (
        <p className="hint" id={`${id}-hint`}>
          {field.hint}
        </p>
      )}
    </div>
  )
}

function Required() {
  return (
    <span className="required" title="required" aria-hidden="true">
      *
    </span>
  )
}

/** The page script writes the same markup for errors that come later. */
export function FieldError({ id, text }: { id: string; text: string }) {
  return (
    <p className="error" id={id}>
      <span className="unseen">Error: </span>
      {text}
    </p>
  )
}
