import type { JobCard } from '#server/domains/work/jobs/types.ts'
import { type Filter, isFiltering, matchesFilter } from './filter.ts'
import { quotedCents, type Unloaded } from './state.ts'

export type ShownLane = { cards: readonly JobCard[]; count: number; cents: number; unloaded: number }

/** `filtered`: the server has left out what does not match. */
export function showLane(
  cards: readonly JobCard[],
  { count, cents }: Unloaded,
  filter: Filter,
  filtered: boolean,
): ShownLane {
  if (isFiltering(filter) && !filtered) {
    const shown = cards.filter(matchesFilter(filter))
    return { cards: shown, count: shown.length, cents: quotedCents(shown), unloaded: 0 }
  }
  return { cards, count: cards.length + count, cents: quotedCents(cards) + cents, unloaded: count }
}
