import { useEffect, useLayoutEffect, useRef } from 'react'

/** `reveal` brings a card into the page that is out of sight. */
export function useCardFocus(reveal: (id: string) => void) {
  const root = useRef<HTMLDivElement>(null)
  const tofocus = useRef<string>(undefined)
  const toshow = useRef<string>(undefined)
  const find = (id: string | undefined) =>
    id === undefined ? null : root.current?.querySelector<HTMLElement>(`[data-card="${id}"]`)

  function focus(id: string): void {
    if (!find(id)) reveal(id)
    find(id)?.focus()
  }

  const latest = useRef(focus)
  latest.current = focus

  // A card that changes lanes is a new element; the focus goes with it, once it is in the page.
  useLayoutEffect(() => {
    const [focused, shown] = [tofocus.current, toshow.current]
    tofocus.current = toshow.current = undefined
    find(shown)?.scrollIntoView({ block: 'nearest' })
    if (shown && !find(shown)) setTimeout(() => reveal(shown))
    find(focused)?.focus()
    if (focused && !find(focused)) setTimeout(() => latest.current(focused))
  })

  useEffect(() => beginAtCards(root.current), [])

  return {
    root,
    focus,
    focusSoon(id: string) {
      tofocus.current = id
    },
    showSoon(id: string) {
      toshow.current = id
    },
  }
}

/** The browser goes on from where the focus was last: the first Tab leads to the first card, past header and menu. */
function beginAtCards(root: ParentNode | null): void {
  const cards = root?.querySelector<HTMLElement>('.slots:has([data-card])')
  if (!cards || document.activeElement !== document.body) return
  cards.focus({ preventScroll: true })
  cards.blur()
}

export const findCardId = (target: EventTarget) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-card]')?.dataset.card : undefined
