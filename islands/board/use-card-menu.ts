import { type MouseEvent, useState } from 'react'
import type { OpenMenu } from './card-menu.tsx'
import type { BoardStore } from './store.ts'
import { findCardId } from './use-card-focus.ts'

/** By the right button, the menu key or Shift+F10; a finger that rests on a card picks it up. */
export function useCardMenu(store: BoardStore) {
  const [asked, setAsked] = useState<OpenMenu>()

  function onContextMenu(event: MouseEvent): void {
    const card = store.get().cards.get(findCardId(event.target) ?? '')
    const isTouch = 'pointerType' in event.nativeEvent && event.nativeEvent.pointerType === 'touch'
    if (!card || isTouch || event.shiftKey) return
    event.preventDefault()
    setAsked({ card, left: event.clientX, top: event.clientY })
  }

  return { asked, onContextMenu, close: () => setAsked(undefined) }
}
