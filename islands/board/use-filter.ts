import { useMemo, useRef, useState } from 'react'
import { setQuery } from '#islands/lib/address.ts'
import { type Filter, parseFilter } from './filter.ts'
import { showLane } from './show-lane.ts'
import { type BoardState, findUnloaded } from './state.ts'
import type { BoardStore } from './store.ts'

// Specification 2, section 9.
const debouncems = 300

export function useFilter(store: BoardStore) {
  const [filter, setFilter] = useState(() => parseFilter(location.search))
  const latest = useRef(filter)
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)

  function take(changes: Partial<Filter>): void {
    setQuery(changes)
    latest.current = { ...latest.current, ...changes }
    setFilter(latest.current)
    store.filter(latest.current)
  }

  function change(changes: Partial<Filter>): void {
    if ('text' in changes) clearTimeout(waiting.current)
    if (changes.text) waiting.current = setTimeout(() => take(changes), debouncems)
    else take(changes)
  }

  return { filter, change }
}

export function useShownLanes(view: BoardState, filter: Filter, filtered: boolean) {
  return useMemo(() => {
    const lanes = [...view.lanes].map(([lane, ids]) => {
      const cards = ids.flatMap((id) => view.cards.get(id) ?? [])
      return [lane, showLane(cards, findUnloaded(view, lane), filter, filtered)] as const
    })
    return {
      lanes: new Map(lanes),
      ids: new Map(lanes.map(([lane, { cards }]) => [lane, cards.map(({ id }) => id)])),
      count: lanes.reduce((sum, [, { count }]) => sum + count, 0),
    }
  }, [view, filter, filtered])
}
