import { memo, type ReactNode } from 'react'
import type { JobCard } from '#server/domains/work/jobs/types.ts'
import { MemoBoardCard } from './card.tsx'
import { layOut, type SeenCards } from './seen-cards.ts'

type SlotsProps = {
  cards: readonly JobCard[]
  /** Of all cards of the lane, the ones that are not loaded too. */
  count: number
  seen: SeenCards
  today: string
  /** On the server, which keeps the markup of cards. */
  draw?: (card: JobCard, isFirst: boolean) => ReactNode
}

/** The cards of a lane that are seen, and room for the others. */
export function Slots({ cards, count, seen, today, draw }: SlotsProps) {
  return layOut(cards, seen).map((row) =>
    'gap' in row ? (
      <li
        key={`gap ${row.nth}`}
        className="gap"
        aria-hidden="true"
        style={{ height: `calc(${row.gap} * var(--slot))` }}
      />
    ) : (
      <li key={row.card.id} className="slot" aria-posinset={row.index + 1} aria-setsize={count}>
        {draw ? (
          draw(row.card, row.index === 0)
        ) : (
          <MemoBoardCard card={row.card} today={today} tabstop={row.index === 0} />
        )}
      </li>
    ),
  )
}

/** Apart from the lane, so that a card held over it draws none of its cards again. */
export const MemoSlots = memo(Slots)
