import type { FormHTMLAttributes, ReactNode } from 'react'
import { Icon } from './icon.tsx'

type FormErrorsProps = {
  message: string
  fields?: Record<string, string>
  /** A button that helps out of it. */
  action?: ReactNode
}

/**
 * The answer (422, or 409 when someone saved first) to a form that cannot be saved: one sentence, and for each
 * field by name what is wrong. The page script puts every message beside its field and focuses the first, so
 * nothing that was typed is replaced.
 */
export function FormErrors({ message, fields = {}, action }: FormErrorsProps) {
  return (
    <div className="formerrors" role="alert" data-form-errors="">
      <Icon name="error" />
      <div>
        <p>{message}</p>
        <ul hidden>
          {Object.entries(fields).map(([name, text]) => (
            <li key={name} data-field={name}>
              {text}
            </li>
          ))}
        </ul>
        {action}
      </div>
    </div>
  )
}

type FormProps = FormHTMLAttributes<HTMLFormElement> & {
  url: string
  method?: 'post' | 'put' | 'patch' | 'delete'
  /** False where leaving loses nothing, as on a sign-in page. */
  guarded?: boolean
  children: ReactNode
}

/** A form of a page (a dialog brings its own): sent by htmx, guarded while it holds unsaved changes. */
export function Form({ url, method = 'post', guarded = true, children, ...rest }: FormProps) {
  return (
    <form
      {...{ [`hx-${method}`]: url }}
      hx-swap="none"
      noValidate
      data-guard={guarded ? '' : undefined}
      method="post"
      {...rest}
    >
      <div data-errors-here="" />
      {children}
    </form>
  )
}

/** Fields side by side where there is room, below each other on a phone. */
export function FieldRow({ children }: { children: ReactNode }) {
  return <div className="fieldrow">{children}</div>
}
