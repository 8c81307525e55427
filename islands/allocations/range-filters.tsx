import { useEffect, useRef } from 'react'
import { Button } from '#views/ui/button.tsx'
import { Icon } from '#views/ui/icon.tsx'
import { dateProps } from '#views/ui/inputs.tsx'
import { Kbd } from '#views/ui/small.tsx'
import type { DateRange } from './props.ts'

type RangeFiltersProps = {
  range: DateRange
  thisweek: string
  search: string
  said: string
  onRange?: (range: DateRange) => void
  onSearch?: (search: string) => void
}

export function RangeFilters({ range, thisweek, search, said, onRange, onSearch }: RangeFiltersProps) {
  const isUsual = range.start === '' && range.end === thisweek
  return (
    <search className="filters">
      <span className="search">
        <Icon name="search" />
        <input
          type="search"
          placeholder="Search job, client, step or worker"
          aria-label="Search job, client, step or worker"
          autoComplete="off"
          data-search=""
          defaultValue={search}
          onChange={({ target }) => onSearch?.(target.value)}
        />
        <Kbd>/</Kbd>
      </span>
      <DayInput label="Due from" day={range.start} onDay={(start) => onRange?.({ ...range, start })} />
      <DayInput label="Up to" day={range.end} onDay={(end) => onRange?.({ ...range, end })} />
      {!isUsual && (
        <Button look="quiet" small onClick={() => onRange?.({ start: '', end: thisweek })}>
          This week
        </Button>
      )}
      <p className="shown" role="status">
        {said}
      </p>
    </search>
  )
}

// A year that is being typed is one of the first centuries for a moment.
const EARLIEST = '1970'
const pausems = 400

function DayInput({ label, day, onDay }: { label: string; day: string; onDay: (day: string) => void }) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const input = useRef<HTMLInputElement>(null)

  // Set from elsewhere; what is being typed stays.
  useEffect(() => {
    if (input.current && input.current !== document.activeElement) input.current.value = day
  }, [day])

  function hear(typed: string): void {
    clearTimeout(timer.current)
    if (typed === '' || typed >= EARLIEST) timer.current = setTimeout(() => onDay(typed), pausems)
  }

  return (
    <label className="filterdate">
      {label}{' '}
      <input
        ref={input}
        {...dateProps(day)}
        defaultValue={day}
        onChange={({ target }) => hear(target.value)}
      />
    </label>
  )
}
