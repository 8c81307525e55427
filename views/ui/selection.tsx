import type { ReactNode } from 'react'
import { Button, IconButton } from './button.tsx'

/** Chosen rows are kept by the page script, also while the list is paged, sorted and refreshed. */
export const RowChoice = ({ id, name }: { id: string; name: string }) => (
  <input
    type="checkbox"
    className="choice"
    value={id}
    aria-label={`Select ${name}`}
    data-choice=""
    autoComplete="off"
  />
)

export const PageChoice = () => (
  <input
    type="checkbox"
    className="choice"
    aria-label="Select all on this page"
    data-choose-page=""
    autoComplete="off"
  />
)

/** On a phone, where rows have no boxes before; a long press begins it too. */
export const BeginChoice = () => (
  <Button
    small
    look="quiet"
    icon="square-check"
    className="beginchoice"
    data-choose-begin=""
    aria-pressed="false"
  >
    Select
  </Button>
)

type SelectionBarProps = {
  noun: string
  /** Each sends `ids` with it. */
  children: ReactNode
}

/** Hidden until a row is chosen. */
export function SelectionBar({ noun, children }: SelectionBarProps) {
  return (
    <form className="selection" data-selection={noun} aria-label={`Change the chosen ${noun}s`} hidden>
      <output aria-live="polite" />
      <input type="hidden" name="ids" />
      <div className="buttons">{children}</div>
      <IconButton icon="x" label="Select none" data-choose-none="" />
    </form>
  )
}
