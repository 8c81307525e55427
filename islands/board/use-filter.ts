import { useMemo, useRef, useState } from 'react'
import { setQuery } from '#islands/lib/address.ts'
import { type Filter, isFiltering, matchesFilter, parseFilter } from './filter.ts'
import type { BoardState } from './state.ts'

// Specification 2, section 9.
const debouncems = 300

export function useFilter() {
  const [filter, setFilter] = useState(() => parseFilter(location.search))
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)

  function take(changes: Partial<Filter>): void {
    setQuery(changes)
    setFilter((held) => ({ ...held, ...changes }))
  }

  function change(changes: Partial<Filter>): void {
    if ('text' in changes) clearTimeout(waiting.current)
    if (changes.text) waiting.current = setTimeout(() => take(changes), debouncems)
    else take(changes)
  }

  return { filter, change }
}

export function useFilteredCards(view: BoardState, filter: Filter) {
  return useMemo(() => {
    const test = isFiltering(filter) ? matchesFilter(filter) : () => true
    const lanes = [...view.lanes].map(([lane, ids]) => {
      const cards = ids.flatMap((id) => view.cards.get(id) ?? []).filter(test)
      return [lane, cards] as const
    })
    return {
      cards: new Map(lanes),
      ids: new Map(lanes.map(([lane, cards]) => [lane, cards.map(({ id }) => id)])),
      count: lanes.reduce((sum, [, cards]) => sum + cards.length, 0),
    }
  }, [view, filter])
}
