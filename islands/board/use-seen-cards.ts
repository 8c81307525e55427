import { type RefObject, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { allCards, firstCards, type SeenCards, seeCards } from './seen-cards.ts'

type Seen = ReadonlyMap<number, SeenCards>

/** Which cards stand in the page, lane by lane: those that are seen, or all for a card in the hand and on paper. */
export function useSeenCards(lanes: RefObject<HTMLElement | null>) {
  const [seen, setSeen] = useState<Seen>(new Map())
  const [whole, setWhole] = useState(false)
  const latest = useRef(seen)
  latest.current = seen

  function look(draw: (change: () => void) => void): void {
    const next = findSeen(lanes.current, latest.current)
    if (next === latest.current) return
    latest.current = next
    draw(() => setSeen(next))
  }

  const lookNow = () => look((change) => drawInPlace(lanes.current, change))

  // Also after what was drawn has changed: lanes grow, shrink and are filtered.
  useEffect(() => look((change) => change()))
  // biome-ignore lint/correctness/useExhaustiveDependencies: it reads what is latest
  useEffect(() => {
    const [begin, end] = [() => flushSync(() => setWhole(true)), () => setWhole(false)]
    document.addEventListener('scroll', lookNow, { capture: true, passive: true })
    addEventListener('resize', lookNow)
    addEventListener('beforeprint', begin)
    addEventListener('afterprint', end)
    return () => {
      document.removeEventListener('scroll', lookNow, { capture: true })
      removeEventListener('resize', lookNow)
      removeEventListener('beforeprint', begin)
      removeEventListener('afterprint', end)
    }
  }, [])

  return {
    of: (lane: number): SeenCards => (whole ? allCards : (seen.get(lane) ?? firstCards)),
    setWhole,
    /** Scrolls to a card that is out of sight, and has it drawn. */
    reveal(lane: number, index: number): void {
      const list = lanes.current?.querySelector<HTMLElement>(`[data-lane="${lane}"] .slots`)
      if (!list) return
      scrollTo(list, index)
      lookNow()
    },
  }
}

/** In the same turn, so that nobody scrolls between; a lane that is short for a moment would forget how far it was. */
function drawInPlace(lanes: HTMLElement | null, change: () => void): void {
  const lists = [...(lanes?.querySelectorAll<HTMLElement>('.slots') ?? [])]
  const tops = lists.map(({ scrollTop }) => scrollTop)
  flushSync(change)
  for (const [at, list] of lists.entries()) if (list.scrollTop !== tops[at]) list.scrollTop = tops[at] ?? 0
}

function findSeen(lanes: HTMLElement | null, before: Seen): Seen {
  let next = before
  for (const lane of lanes?.querySelectorAll<HTMLElement>('[data-lane]') ?? []) {
    const list = lane.querySelector<HTMLElement>('.slots')
    const slot = list && slotHeight(list)
    if (!slot) continue
    const status = Number(lane.dataset.lane)
    const was = before.get(status) ?? firstCards
    const focused = list.querySelector<HTMLElement>('[data-card]:focus')?.dataset.card
    const now = seeCards(was, { ...findWindow(list), slot }, focused)
    if (now !== was) next = new Map(next).set(status, now)
  }
  return next
}

const slotHeight = (list: HTMLElement) => list.querySelector<HTMLElement>('.slot')?.offsetHeight

/** A lane scrolls by itself; on a narrow window the page does. */
function findWindow(list: HTMLElement): { top: number; bottom: number } {
  const { top, bottom } = list.getBoundingClientRect()
  const above = Math.max(0, -top)
  const height = Math.max(0, Math.min(bottom, innerHeight) - Math.max(top, 0))
  return { top: list.scrollTop + above, bottom: list.scrollTop + above + height }
}

function scrollTo(list: HTMLElement, index: number): void {
  const slot = slotHeight(list) ?? 0
  const { top, bottom } = findWindow(list)
  const [from, to] = [index * slot, (index + 1) * slot]
  const by = from < top ? from - top : to > bottom ? to - bottom : 0
  if (list.scrollHeight > list.clientHeight) list.scrollTop += by
  else scrollBy(0, by)
}
