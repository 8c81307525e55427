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
      {options.map(({ value, label: words, note }) => (
        <label key={value}>
          <input type="checkbox" name={name} value={value} defaultChecked={chosen.includes(value)} />
          <span>
            {words}
            {note && <small className="about">{note}</small>}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
