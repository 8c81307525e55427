import { Icon } from '#views/ui/icon.tsx'
import { Kbd } from '#views/ui/small.tsx'
import type { Filter } from './filter.ts'
import type { BoardProps } from './props.ts'

type FilterBarProps = Pick<BoardProps, 'filters'> & {
  filter: Filter
  /** Absent on the server, where the bar waits for its script. */
  onChange?: (filter: Partial<Filter>) => void
}

/** Client, category, assignee, critical and text. Typing waits 300 ms (specification 2, section 9). */
export function FilterBar({ filters, filter, onChange }: FilterBarProps) {
  const select = (name: 'client' | 'category' | 'assignee', label: string, options: readonly Choice[]) => (
    <select
      className="filter"
      aria-label={label}
      value={filter[name]}
      onChange={(event) => onChange?.({ [name]: event.target.value })}
    >
      <option value="">{label}</option>
      {options.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  )
  return (
    <search className="filters">
      <span className="search">
        <Icon name="search" />
        <input
          type="search"
          placeholder="Search this board"
          aria-label="Search this board"
          autoComplete="off"
          data-search=""
          defaultValue={filter.text}
          onChange={(event) => onChange?.({ text: event.target.value })}
        />
        <Kbd>/</Kbd>
      </span>
      {select('client', 'Client', filters.clients)}
      {select('category', 'Category', filters.categories)}
      {select('assignee', 'Assignee', [...filters.assignees, { id: 'none', name: 'Nobody' }])}
      <label className="toggle">
        <input
          type="checkbox"
          checked={filter.critical}
          onChange={(event) => onChange?.({ critical: event.target.checked })}
        />
        <span>Critical</span>
      </label>
    </search>
  )
}

type Choice = { id: string; name: string }
