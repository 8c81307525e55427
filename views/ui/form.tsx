import type { FormHTMLAttributes, ReactNode } from 'react'
import { Icon } from './icon.tsx'

type FormErrorsProps = {
  message: string
  fields?: Record<string, string>
  action?: ReactNode
}

/** 422, or 409 when someone saved first. Each message is put beside its field; nothing that was typed is replaced. */
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

export function FieldRow({ children }: { children: ReactNode }) {
  return <div className="fieldrow">{children}</div>
}
