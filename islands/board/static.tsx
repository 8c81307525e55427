import type { ReactNode } from 'react'
import { COMPLETE } from '#db/job-status.ts'
import type { JobCard } from '#server/domains/work/jobs/types.ts'
import { formatRand } from '#views/format.ts'
import { BoardCard } from './card.tsx'
import { parseFilter } from './filter.ts'
import { BoardFilterBar } from './filter-bar.tsx'
import { emptyBoardHint, LaneFrame } from './lane-frame.tsx'
import { UnloadedCards } from './more.tsx'
import { type BoardProps, historyUrl } from './props.ts'
import { showLane } from './show-lane.ts'
import { countUnloaded, findUnloaded } from './state.ts'

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
  const { total = props.cards.length, filtered = false } = props
  const unloaded = countUnloaded(props.cards, props.figures ?? [])
  const lanes = props.lanes.map((lane) => {
    const cards = props.cards.filter(({ status }) => status === lane.status)
    const shown = showLane(cards, findUnloaded({ unloaded }, lane.status), filter, filtered)
    return { lane, shown, past: lane.status === COMPLETE ? (props.inhistory ?? 0) : 0 }
  })
  return (
    <div className="board">
      <BoardFilterBar
        filters={props.filters}
        filter={filter}
        shown={lanes.reduce((sum, { shown }) => sum + shown.count, 0)}
        total={total}
      />
      <div className="lanes">
        {lanes.map(({ lane, shown, past }) => (
          <LaneFrame
            key={lane.status}
            lane={lane}
            count={shown.count}
            canadd={props.can.write}
            hint={emptyBoardHint(props.can.write, lane.status, total)}
            past={past > 0 ? { count: past, href: historyUrl(props) } : undefined}
            sum={props.can.money ? formatRand(shown.cents) : undefined}
          >
            <ul className="slots">
              {slots(shown.cards, lane.status)}
              {shown.unloaded > 0 && <UnloadedCards count={shown.unloaded} />}
            </ul>
          </LaneFrame>
        ))}
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
