import type { ReactNode } from 'react'
import { Button, IconButton } from '#views/ui/button.tsx'
import { Checkbox, DecimalInput, TextInput } from '#views/ui/inputs.tsx'
import type { WordsLink } from '#views/ui/words-link.tsx'

type CreateInputProps = {
  name: string
  label: string
  hint?: string
  required?: boolean
  money?: boolean
  flag?: boolean
  value: string
}

type CreateDialogProps = {
  noun: string
  /** Address of the call that makes one. */
  api: string
  fields: readonly CreateInputProps[]
  /** What is known already, and not asked. */
  given?: readonly { name: string; value: string }[]
  /** Said of what was made; the words of the link lead to where it gets what it lacks. */
  lacking?: { said: string; link?: WordsLink }
  children?: ReactNode
}

/** Stands over the picker in which something was not found, and over any dialog around that. */
export const CreateDialog = ({ noun, api, fields, given = [], lacking, children }: CreateDialogProps) => (
  <dialog className="dialog small" aria-labelledby="create-heading">
    <form
      className="sheet"
      noValidate
      data-guard=""
      data-create={api}
      data-lacking={lacking && JSON.stringify(lacking)}
    >
      <div className="head">
        <div>
          <h2 id="create-heading">Create {noun}</h2>
        </div>
        <IconButton icon="x" label="Close" data-close="" />
      </div>
      <div className="body">
        <div data-errors-here="" />
        {given.map(({ name, value }) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {fields.map((field) => (
          <CreateInput key={field.name} {...field} />
        ))}
        {children}
      </div>
      <div className="foot">
        <Button data-close="">Cancel</Button>
        <Button type="submit" look="primary">
          Create
        </Button>
      </div>
    </form>
  </dialog>
)

function CreateInput({ money, flag, value, ...field }: CreateInputProps) {
  const named = { id: `create-${field.name}`, ...field }
  if (flag) return <Checkbox {...named} checked />
  return money ? <DecimalInput {...named} prefix="R" value={value} /> : <TextInput {...named} value={value} />
}
