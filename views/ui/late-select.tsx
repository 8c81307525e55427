import type { SelectHTMLAttributes } from 'react'
import type { Option } from './select.tsx'

/** What many selects of a page offer, written once: each takes it as it is opened (`islands/client/late-selects.ts`). No template, which htmx takes out of what it swaps. */
export const LateChoices = ({ id, options }: { id: string; options: readonly Option[] }) => (
  <datalist id={id} data-choices={JSON.stringify(options.map(({ value, label }) => [value, label]))} />
)

type LateSelectProps = Omit<SelectHTMLAttributes<HTMLSelectElement>, 'value' | 'children'> & {
  /** The id of its `LateChoices`. */
  choices: string
  chosen: Option
}

/** Until it is opened it holds only what is chosen. */
export const LateSelect = ({ choices, chosen, ...select }: LateSelectProps) => (
  <select {...select} data-choices-of={choices} defaultValue={chosen.value}>
    <option value={chosen.value}>{chosen.label}</option>
  </select>
)
