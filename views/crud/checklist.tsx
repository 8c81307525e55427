import type { FieldProps } from '#views/ui/field.tsx'
import type { Option } from '#views/ui/select.tsx'

export type CheckOption = Option & { note?: string }

type CheckListProps = FieldProps & {
  options: readonly CheckOption[]
  chosen: readonly string[]
  none: string
}

/** Sends an empty text too, so that unticking the last one is told. */
export function CheckList({ label, name, hint, options, chosen, none }: CheckListProps) {
  return (
    <fieldset className="field checklist">
      <legend>{label}</legend>
      {hint && <p className="hint">{hint}</p>}
      <input type="hidden" name={name} value="" />
      {options.length === 0 && <p className="hint">{none}</p>}
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="checkbox"
            name={name}
            value={option.value}
            defaultChecked={chosen.includes(option.value)}
            {...(option.note ? describedBy(name, option) : {})}
          />
          <Words name={name} {...option} />
        </label>
      ))}
    </fieldset>
  )
}

const idOf = (name: string, { value }: Option) => `${name}-${value}`

/** What it is called and what is said of it are told apart. */
const describedBy = (name: string, option: Option) => ({
  'aria-labelledby': idOf(name, option),
  'aria-describedby': `${idOf(name, option)}-about`,
})

function Words({ name, note, ...option }: CheckOption & { name: string }) {
  if (!note) return <span>{option.label}</span>
  return (
    <span>
      <span id={idOf(name, option)}>{option.label}</span>
      <small id={`${idOf(name, option)}-about`} className="about">
        {note}
      </small>
    </span>
  )
}
