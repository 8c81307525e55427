import { useLayoutEffect, useRef } from 'react'
import type { JobCard } from '#server/domains/work/jobs/types.ts'
import { findAllowedStep, stepName } from '#views/ui/job-stages.ts'
import { MenuItem, MenuLine } from '#views/ui/menu.tsx'
import type { BoardProps } from './props.ts'

/** In pixels of the window. */
export type OpenMenu = { card: JobCard; left: number; top: number }

type CardMenuProps = OpenMenu & {
  board: Pick<BoardProps, 'can' | 'lanes'>
  onOpen: (card: JobCard, begin?: 'take') => void
  onMove: (id: string, lane: number) => void
  onClosed: () => void
}

const MARGIN = 8

/** Of several, for one change of all: the page keeps which. */
const select = (id: string) => document.dispatchEvent(new CustomEvent('choosecard', { detail: id }))

/** One for the whole board: a menu on each of thousands of cards is too much to draw. */
export function CardMenu({ card, left, top, board, onOpen, onMove, onClosed }: CardMenuProps) {
  const menu = useRef<HTMLDivElement>(null)
  const step = findAllowedStep(card, board.can)

  useLayoutEffect(() => {
    const element = menu.current
    if (!element) return
    element.showPopover()
    const { offsetWidth, offsetHeight } = element
    element.style.setProperty('--left', `${Math.min(left, innerWidth - offsetWidth - MARGIN)}px`)
    element.style.setProperty('--top', `${Math.min(top, innerHeight - offsetHeight - MARGIN)}px`)
    element.querySelector<HTMLElement>('[role=menuitem]')?.focus()
  }, [left, top])

  return (
    <div
      ref={menu}
      className="menu"
      role="menu"
      aria-label={card.reference}
      popover="auto"
      onToggle={({ newState }) => newState === 'closed' && onClosed()}
    >
      {step && (
        <MenuItem icon="arrow-right" onClick={() => onOpen(card, 'take')}>
          {stepName(step, card)}
        </MenuItem>
      )}
      <MenuItem icon="briefcase" onClick={() => onOpen(card)}>
        Open
      </MenuItem>
      {board.can.write && (
        <MenuItem icon="check" onClick={() => select(card.id)}>
          Select
        </MenuItem>
      )}
      {board.can.write && <MenuLine />}
      {board.can.write &&
        board.lanes
          .filter(({ status }) => status !== card.status)
          .map(({ status, label }) => (
            <MenuItem key={status} onClick={() => onMove(card.id, status)}>{`Move to ${label}`}</MenuItem>
          ))}
    </div>
  )
}
