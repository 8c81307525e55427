import { type KeyboardEvent, type MouseEvent, useCallback, useEffect, useRef, useState } from 'react'
import { isLane } from '#db/job-status.ts'
import type { Drop } from '#islands/lib/drag.tsx'
import type { JobCard } from '#server/domains/work/jobs/types.ts'
import { createJob, type NewCard } from './api-calls.ts'
import { cardKeyAction } from './keys.ts'
import { dropPosition, findUnloaded } from './state.ts'
import type { BoardStore } from './store.ts'
import { findCardId, useCardFocus } from './use-card-focus.ts'

type Options = {
  store: BoardStore
  boardid: string
  canwrite: boolean
  shown: ReadonlyMap<number, readonly string[]>
  onOpen: (card: JobCard, begin?: 'client') => void
}

/** Brings a card into the page that is out of sight. */
type RevealCard = (lane: number, index: number) => void

export function useBoardInteractions({ store, boardid, canwrite, shown, onOpen }: Options) {
  const [dragging, setDragging] = useState(false)
  const latest = useRef(shown)
  latest.current = shown
  const reveal = useRef<RevealCard>(null)
  const cards = useCardFocus(showCard)

  function showCard(id: string): void {
    for (const [lane, ids] of latest.current) if (ids.includes(id)) reveal.current?.(lane, ids.indexOf(id))
  }

  function onDragStart(): void {
    store.hold()
    setDragging(true)
  }

  function onDrop({ id, to }: Drop): void {
    if (to) {
      const lane = Number(to.list)
      const visible = (shown.get(lane) ?? []).filter((one) => one !== id)
      store.move(id, dropPosition(store.get(), lane, visible, to.index, id))
    }
    store.release()
    setDragging(false)
  }

  function onKeyDown(event: KeyboardEvent): void {
    const id = findCardId(event.target)
    if (!id || dragging || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    const action = cardKeyAction(event.key, id, shown)
    if (!action) goOn(event, id)
    else event.preventDefault()
    if (action?.kind === 'focus') cards.focus(action.id)
    else if (action) shift(id, action.by)
  }

  /** Down from the last loaded card of a lane. */
  function goOn(event: KeyboardEvent, id: string): void {
    const lane = store.get().cards.get(id)?.status ?? 0
    if (event.key !== 'ArrowDown' || findUnloaded(store.get(), lane).count === 0) return
    event.preventDefault()
    void store.loadMore(lane).then(() => {
      const ids = store.get().lanes.get(lane) ?? []
      const next = ids[ids.indexOf(id) + 1]
      if (next) setTimeout(() => cards.focus(next))
    })
  }

  useEffect(() => {
    function enter(event: globalThis.KeyboardEvent): void {
      const isArrow = event.key === 'ArrowDown' || event.key === 'ArrowUp'
      const { activeElement: active, body } = document
      if (!isArrow || event.defaultPrevented || (active !== body && !active?.matches('.slots'))) return
      const [first] = [...shown.values()].flat()
      if (!first || document.querySelector('dialog:modal')) return
      event.preventDefault()
      cards.focus(first)
    }
    document.addEventListener('keydown', enter)
    return () => document.removeEventListener('keydown', enter)
  })

  function shift(id: string, by: -1 | 1): void {
    const lane = (store.get().cards.get(id)?.status ?? 0) + by
    if (!canwrite || !isLane(lane)) return
    cards.focusSoon(id)
    store.move(id, { lane, afterid: null })
  }

  function onClick(event: MouseEvent): void {
    const card = store.get().cards.get(findCardId(event.target) ?? '')
    const elsewhere = event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey
    if (!card || elsewhere || event.defaultPrevented) return
    event.preventDefault()
    onOpen(card)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: kept, so that lanes are not drawn again for it
  const create = useCallback(
    async (lane: number, job: NewCard, opens: boolean) => {
      const card = await createJob(boardid, lane, job)
      cards.showSoon(card.id)
      store.take(card)
      if (opens) onOpen(card, 'client')
    },
    [store, boardid],
  )

  const loadMore = useCallback((lane: number) => void store.loadMore(lane), [store])

  /** The focus goes back to a card that was asked about, once the answer has put it where it stays. */
  const refocus = (id: string) => setTimeout(() => cards.focus(id))

  return {
    ...{ root: cards.root, dragging, onDragStart, onDrop, onKeyDown, onClick, create, loadMore, refocus },
    reveal,
  }
}
