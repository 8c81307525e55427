import { type RefObject, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import type { JobCard } from '#server/domains/work/jobs/types.ts'
import { Button } from '#views/ui/button.tsx'
import { findAllowedStep, stepName } from '#views/ui/job-stages.ts'
import type { BoardProps } from './props.ts'

type CardStepProps = {
  root: RefObject<HTMLElement | null>
  cards: ReadonlyMap<string, JobCard>
  can: BoardProps['can']
  onTake: (card: JobCard) => void
}

const findSlot = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>('.slot') : null

/**
 * The next step of the card that a mouse or the focus is on: one button for the whole board, in the slot of that card, so
 * that Tab leads from the card to it. A finger has no such place: there it is the main button of the dialog.
 */
export function CardStep({ root, cards, can, onTake }: CardStepProps) {
  const slot = useSlotAt(root)
  const card = cards.get(slot?.querySelector<HTMLElement>('[data-card]')?.dataset.card ?? '')
  const step = card && findAllowedStep(card, can)
  if (!slot?.isConnected || !step) return null
  return createPortal(
    <Button small className="cardstep" onClick={() => onTake(card)}>
      {stepName(step, card)}
    </Button>,
    slot,
  )
}

function useSlotAt(root: RefObject<HTMLElement | null>): HTMLElement | null {
  const [hovered, setHovered] = useState<HTMLElement | null>(null)
  const [focused, setFocused] = useState<HTMLElement | null>(null)

  useEffect(() => {
    const board = root.current
    if (!board || !matchMedia('(hover: hover)').matches) return
    const abort = new AbortController()
    const on = <K extends keyof HTMLElementEventMap>(name: K, act: (event: HTMLElementEventMap[K]) => void) =>
      board.addEventListener(name, act, { signal: abort.signal })
    on('pointerover', ({ target, pointerType }) => pointerType !== 'touch' && setHovered(findSlot(target)))
    on('pointerleave', () => setHovered(null))
    on('focusin', ({ target }) => setFocused(findSlot(target)))
    on('focusout', ({ relatedTarget }) => setFocused(findSlot(relatedTarget)))
    return () => abort.abort()
  }, [root])

  return hovered ?? focused
}
