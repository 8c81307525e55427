import { useLayoutEffect, useRef } from 'react'

export function useCardFocus() {
  const root = useRef<HTMLDivElement>(null)
  const tofocus = useRef<string>(undefined)
  const toshow = useRef<string>(undefined)
  const find = (id: string | undefined) =>
    id === undefined ? null : root.current?.querySelector<HTMLElement>(`[data-card="${id}"]`)

  // A card that changes lanes is a new element; the focus goes with it.
  useLayoutEffect(() => {
    find(tofocus.current)?.focus()
    find(toshow.current)?.scrollIntoView({ block: 'nearest' })
    tofocus.current = toshow.current = undefined
  })

  return {
    root,
    focus: (id: string) => find(id)?.focus(),
    focusSoon(id: string) {
      tofocus.current = id
    },
    showSoon(id: string) {
      toshow.current = id
    },
  }
}

export const findCardId = (target: EventTarget) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-card]')?.dataset.card : undefined
