import type { ReactNode } from 'react'
import { sumText } from '#islands/lib/figures.ts'
import type { JobCard } from '#server/domains/work/jobs/types.ts'
import { BoardCard } from './card.tsx'
import { matchesFilter, parseFilter } from './filter.ts'
import { BoardFilterBar } from './filter-bar.tsx'
import { emptyBoardHint, LaneFrame } from './lane-frame.tsx'
import type { BoardProps } from './props.ts'

type StaticBoardProps = {
  props: BoardProps
  query: string
  slots?: (cards: readonly JobCard[], status: number) => ReactNode
}

export function StaticBoard({
  props,
  query,
  slots = (cards) => allSlots(cards, props.today),
}: StaticBoardProps) {
  const filter = parseFilter(query)
  const visible = props.cards.filter(matchesFilter(filter))
  const shown = Map.groupBy(visible, (card) => card.status)
  return (
    <div className="board">
      <BoardFilterBar
        filters={props.filters}
        filter={filter}
        shown={visible.length}
        total={props.cards.length}
      />
      <div className="lanes">
        {props.lanes.map((lane) => {
          const cards = shown.get(lane.status) ?? []
          return (
            <LaneFrame
              key={lane.status}
              lane={lane}
              count={cards.length}
              canadd={props.can.write}
              hint={emptyBoardHint(props.can.write, lane.status, props.cards.length)}
              sum={props.can.money ? sumText(cards) : undefined}
            >
              <ul className="slots">{slots(cards, lane.status)}</ul>
            </LaneFrame>
          )
        })}
      </div>
    </div>
  )
}

const allSlots = (cards: readonly JobCard[], today: string) =>
  cards.map((card) => <Slot key={card.id} card={card} today={today} />)

export function Slot({ card, today }: { card: JobCard; today: string }) {
  return (
    <li className="slot">
      <BoardCard card={card} today={today} />
    </li>
  )
}
