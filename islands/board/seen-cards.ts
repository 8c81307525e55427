import type { JobCard } from '#server/domains/work/jobs/types.ts'

/** Which cards of a lane stand in the page: those from one index to before another, and the one that has the focus. */
export type SeenCards = { from: number; to: number; focused?: string }

type Row = { index: number; card: JobCard } | { nth: number; gap: number }

/** As many as a tall window shows: the server knows no window. */
const FIRST = 10
export const firstCards: SeenCards = { from: 0, to: FIRST }
export const allCards: SeenCards = { from: 0, to: Number.POSITIVE_INFINITY }

/** Drawn beyond what is seen, so that a flick of the wheel finds cards. */
const BEYOND = 8
/** Fewer than these beyond, and the next are drawn. */
const SPARE = 3

/** What is seen of cards of one height; pixels from the top of the first card. */
export type Window = { top: number; bottom: number; slot: number }

/** What is drawn stays while it is enough, so that a lane that is scrolled is not drawn at each step. */
export function seeCards(before: SeenCards, { top, bottom, slot }: Window, focused?: string): SeenCards {
  const [first, last] = [Math.floor(top / slot), Math.ceil(bottom / slot)]
  const isEnough = before.from <= Math.max(0, first - SPARE) && before.to >= last + SPARE
  const isMuch = before.to - before.from > last - first + 4 * BEYOND
  const range =
    isEnough && !isMuch
      ? { from: before.from, to: before.to }
      : { from: Math.max(0, first - BEYOND), to: last + BEYOND }
  if (range.from === before.from && range.to === before.to && before.focused === focused) return before
  return focused ? { ...range, focused } : range
}

/** Cards and the gaps between them. The first is always there: the Tab key leads to it. */
export function layOut(cards: readonly JobCard[], { from, to, focused }: SeenCards): Row[] {
  const rows: Row[] = []
  let next = 0
  let gaps = 0
  function add(index: number): void {
    const card = cards[index]
    if (!card || index < next) return
    addGap(index)
    rows.push({ index, card })
    next = index + 1
  }

  function addGap(to: number): void {
    if (to > next) rows.push({ nth: gaps++, gap: to - next })
  }

  const at = focused ? cards.findIndex(({ id }) => id === focused) : -1
  add(0)
  if (at < from) add(at)
  for (let index = from; index < Math.min(to, cards.length); index++) add(index)
  add(at)
  addGap(cards.length)
  return rows
}
