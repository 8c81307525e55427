import { useState } from 'react'
import { Button } from '#views/ui/button.tsx'
import { Icon } from '#views/ui/icon.tsx'
import { boardStages, stageNames } from '#views/ui/job-stages.ts'
import { Kbd } from '#views/ui/small.tsx'
import { type Filter, isFiltering, noFilter } from './filter.ts'
import type { BoardProps } from './props.ts'

const stages = boardStages.map((id) => ({ id, name: stageNames[id] }))

type FilterBarProps = Pick<BoardProps, 'filters'> & {
  filter: Filter
  shown: number
  total: number
  away?: boolean
  onChange?: (filter: Partial<Filter>) => void
}

export function BoardFilterBar({ filters, filter, shown, total, away, onChange }: FilterBarProps) {
  const [isOpen, setOpen] = useState(false)
  // Clearing must empty the box too, which keeps its own text while someone types.
  const [clears, setClears] = useState(0)
  const { text, ...rest } = filter
  const active = Object.values(rest).filter(Boolean).length
  const assignees = [...filters.assignees, { id: 'none', name: 'Nobody' }]
  const common = { filter, onChange }

  function clear(): void {
    onChange?.(noFilter)
    setClears(clears + 1)
  }

  return (
    <search className="filters" data-open={isOpen || undefined}>
      <SearchText key={clears} text={text} onChange={onChange} />
      <Button icon="filter" className="more" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {active ? `Filters (${active})` : 'Filters'}
      </Button>
      <Choice name="client" label="Client" options={filters.clients} {...common} />
      <Choice name="category" label="Category" options={filters.categories} {...common} />
      <Choice name="assignee" label="Assignee" options={assignees} {...common} />
      <Choice name="stage" label="Stage" options={stages} {...common} />
      <label className="toggle">
        <input
          type="checkbox"
          checked={filter.critical}
          onChange={(event) => onChange?.({ critical: event.target.checked })}
        />
        <span>Critical</span>
      </label>
      <p className="shown" role="status">
        {away
          ? 'Reconnecting: changes by others show when the line is back.'
          : isFiltering(filter) && `${shown} of ${total} cards`}
      </p>
      {isFiltering(filter) && (
        <Button look="quiet" small onClick={clear}>
          Clear
        </Button>
      )}
    </search>
  )
}

const SearchText = ({ text, onChange }: Pick<FilterBarProps, 'onChange'> & { text: string }) => (
  <span className="search">
    <Icon name="search" />
    <input
      type="search"
      placeholder="Search this board"
      aria-label="Search this board"
      autoComplete="off"
      data-search=""
      defaultValue={text}
      onChange={(event) => onChange?.({ text: event.target.value })}
    />
    <Kbd>/</Kbd>
  </span>
)

type ChoiceProps = Pick<FilterBarProps, 'filter' | 'onChange'> & {
  name: 'client' | 'category' | 'assignee' | 'stage'
  label: string
  options: readonly { id: string; name: string }[]
}

function Choice({ name, label, options, filter, onChange }: ChoiceProps) {
  return (
    <select
      className="filter"
      aria-label={label}
      value={filter[name]}
      onChange={(event) => onChange?.({ [name]: event.target.value })}
    >
      <option value="">{label}</option>
      {options.map((option) => (
        <option key={option.id} value={option.id}>
          {option.name}
        </option>
      ))}
    </select>
  )
}
